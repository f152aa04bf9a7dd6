import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
} from '#api/people/authentication/factors/contract.ts'
import { unchecked } from '../../unchecked.ts'

export type PasskeyProblem = 'canceled' | 'known' | 'unsupported' | 'failed'

/** Failure of the browser or the authenticator; the caller has the text for its `problem`. */
export class PasskeyFailed extends Error {
  readonly problem: PasskeyProblem

  constructor(problem: PasskeyProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

function toProblem(error: unknown): PasskeyProblem {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'canceled'
  return name === 'NotSupportedError' ? 'unsupported' : 'failed'
}

async function withAuthenticator<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  if (!browserSupportsWebAuthn()) throw new PasskeyFailed('unsupported')
  try {
    return await ask()
  } catch (error) {
    throw new PasskeyFailed(toProblem(error), error)
  }
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

const publicKey = 'public-key' as const

/**
 * Creates a passkey on an authenticator, which asks the person, and returns it in the form that the server stores.
 *
 * @throws PasskeyFailed when the browser or the authenticator gives none.
 */
export const createPasskey = (options: PasskeyCreation): Promise<NewPasskey> =>
  withAuthenticator(async () => {
    // The contract types the options as the server sends them, the library as browsers may accept them.
    const { id, rawId, response } = await startRegistration({ optionsJSON: unchecked<CreationOptions>(options) })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      id,
      rawId,
      type: publicKey,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    }
  })

/**
 * Gets a proof of presence from an authenticator, which asks the person, in the form that the server verifies.
 *
 * @throws PasskeyFailed when the browser or the authenticator gives none.
 */
export const askPasskey = (options: PasskeyRequest): Promise<PasskeyProof> =>
  withAuthenticator(async () => {
    // Typed as for creation above.
    const { id, rawId, response } = await startAuthentication({ optionsJSON: unchecked<RequestOptions>(options) })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      rawId,
      type: publicKey,
      response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle || null },
    }
  })
