import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { app } from '#edge/app.ts'
import { database, signedIn } from './portal.ts'

const bankIdAt = `http://127.0.0.1:${inject('bankIdPort')}/${crypto.randomUUID()}`
export const personalNumberSecret = 'personal-numbers-personal-numbers'
export const testPersonalNumber = '199001019802'
/** Stand-in for the mTLS binding: it sends the same requests without a client certificate. */
const certified = { fetch: (url: string, init: RequestInit) => fetch(url, init) } as unknown as Fetcher
export const bankIdSettings = {
  BANKID: certified,
  BANKID_ORIGIN: bankIdAt,
  PERSONAL_NUMBER_SECRET: personalNumberSecret,
}
export const localLoginSettings = { EXTERNAL_LOGIN_LOCAL: '1', PERSONAL_NUMBER_SECRET: personalNumberSecret }

export const planAnswers = (method: string, ...answers: unknown[]) =>
  fetch(`${bankIdAt}/plan`, { method: 'POST', body: JSON.stringify({ method, answers }) })
export const takeRequests = async () =>
  (await fetch(`${bankIdAt}/asked`)).json<{ method: string; body: Record<string, string> }[]>()

/** Creates a browser with its cookies. */
export function openBrowser(
  settings: Partial<Env> = bankIdSettings,
  headers: Record<string, string> = {},
  initialCookies = '',
) {
  let key = ''
  let sent = headers
  const call = async (method: string, path: string, body?: unknown) => {
    const execution = createExecutionContext()
    const request = new Request(`http://portal.test/api${path}`, {
      method,
      headers: {
        cookie: [key, initialCookies].filter(Boolean).join('; '),
        'content-type': 'application/json',
        ...sent,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await app.fetch(request, { ...env, ...settings }, execution)
    await waitOnExecutionContext(execution)
    const set = response.headers.getSetCookie().find((text) => text.startsWith('browser-key='))
    if (set) key = set.split(';')[0] ?? ''
    return response
  }
  const post = (path: string, body?: unknown) => call('POST', `/ExternalLogin${path}`, body)
  const read = async (path: string, body?: unknown) => (await post(path, body)).json<Record<string, string | null>>()
  const start = (body?: unknown) => read('/startauthentication/bankid', body)
  /** Replaces the headers of the browser: signed out, or signed in as another person. */
  const becomes = (next: Record<string, string>) => {
    sent = next
  }
  return {
    call,
    post,
    read,
    start,
    becomes,
    result: (ref: string | null | undefined, body?: unknown) => read(`/result/${ref}`, body),
  }
}

/** Creates the only person with the personal number. */
export const createPersonWithNumber = async (overrides: Parameters<typeof signedIn>[0] = {}) => {
  await database().query.run(sql`update users set personal_number_hash = null`)
  return signedIn({
    personalNumberHash: await hashPersonalNumber(personalNumberSecret, testPersonalNumber),
    ...overrides,
  })
}
