import { sealSession } from '#edge/session-cookie.ts'
import type { Client, PortalRequest } from '../kill-rounds/client.ts'
import { firstId, personAt } from './data.ts'
import type { LoadAnswer } from './figures.ts'

/** Returns the code of a refusal, or the status. */
function outcomeOf(status: number, body: string): string {
  const code = status >= 400 ? /"code":"(\w+)"/.exec(body)?.[1] : undefined
  return code ?? String(status)
}

interface OneSignUp {
  ask: Client
  /** Session secret of the portal, which signs the page cookie. */
  secret: string
  /** Numbers of the person and the opening, from zero. */
  person: number
  opening: number
  /** Receives each answer as it comes. */
  add: (answer: LoadAnswer) => void
}

/** Lets one person open the page of an education and press "sign up": the two requests of a registration opening. */
export async function signUpOne({ ask, secret, person, opening, add }: OneSignUp): Promise<void> {
  const { id: userId, token } = personAt(person)
  const cookie = `session=${sealSession(secret, token, new Date(Date.now() + 3_600_000))}`
  const id = firstId + opening
  const timed = async (kind: string, request: PortalRequest) => {
    const begun = performance.now()
    const outcome = await ask(request).then(
      ({ status, body }) => outcomeOf(status, body),
      () => 'connection lost',
    )
    add({ kind, ms: performance.now() - begun, outcome })
  }
  await timed('page of the education', { method: 'GET', path: `/education/${id}`, headers: { cookie } })
  const path = '/api/EducationPartOccasions/results'
  const headers = { 'idempotency-key': `load ${opening} ${person}` }
  await timed('sign-up', { method: 'PUT', path, token, body: [{ userId, occasionId: id }], headers })
}
