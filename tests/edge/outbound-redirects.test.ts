import { env } from 'cloudflare:workers'
import { expect, inject, test } from 'vitest'
import { scan } from '#api/foundation/scans/virus-scanner.ts'
import { createStripeProvider } from '#api/money/payments/providers/stripe.ts'
import { createBankId } from '#api/people/external-login/providers/bankid.ts'
import { createFreja } from '#api/people/external-login/providers/freja.ts'
import { createRemoteRegister, createRemoteSource } from '#api/people/organizations/sports-system.ts'
import { sendRequest } from './test-app.ts'

const port = inject('redirectingPort')
const origin = `http://127.0.0.1:${port}`

const arrivals = async () => (await fetch(`${origin}/arrivals`)).json<number>()

async function scanned() {
  await env.FILES.put('redirected', 'of one person alone')
  const file = await env.FILES.get('redirected')
  if (!file) throw new Error('no file was stored')
  return scan({ SCANNER_URL: `${origin}/scan`, SCANNER_TOKEN: 'secret' }, file)
}

const keys = { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec', origin }
const forwarded = async () => {
  const { status } = await sendRequest('/Things', { env: { API_ORIGIN: origin, API_ORIGIN_SECRET: 'shared' } })
  if (status !== 200) throw new Error(`status ${status}`)
}
const log = { error: (_event: string, error: unknown) => void failures.push(String(error)) }
const failures: string[] = []

const asking: [string, () => Promise<unknown>][] = [
  ['the register of organisations', () => createRemoteRegister(`${origin}/organizations`).organizations()],
  ['the virus scanner', scanned],
  [
    'the e-identification',
    () => createBankId({ fetch }, origin).start({ endUserIp: '192.0.2.1', returnUrl: null, withName: false }),
  ],
  [
    'the other e-identification',
    () => createFreja({ fetch }, origin).start({ endUserIp: '192.0.2.1', returnUrl: null, withName: false }),
  ],
  ['the payment provider', () => createStripeProvider(keys).getPayment('cs_1')],
  ['another API', forwarded],
]

test.each(asking)('%s may not send the portal on to another origin', async (_who, work) => {
  const before = await arrivals()
  await expect(work()).rejects.toThrow()
  expect(await arrivals()).toBe(before)
})

test('the sports system may not either: the portal uses its own list', async () => {
  const before = await arrivals()
  const own = { categories: async () => [{ id: '1', name: 'Trial' }] }
  const given = await createRemoteSource(`${origin}/categories`, own, { ...console, ...log }).categories()
  expect(given).toEqual([{ id: '1', name: 'Trial' }])
  expect(failures).toEqual([expect.stringContaining('redirects are not followed')])
  expect(await arrivals()).toBe(before)
})
