import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import type { Failure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { PasskeyFailed } from './passkey-ceremony.ts'

/**
 * Returns a function that takes the promise of a passkey operation, resolves to its result and rethrows its error: a
 * `PasskeyFailed` as an `Error` with the text of its problem, any other as it is.
 */
export function usePasskeyErrors() {
  const t = useTexts('second-factors')
  return async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof PasskeyFailed) throw new Error(t(`passkeyProblem.${error.problem}`), { cause: error })
      throw error
    }
  }
}

export interface ProofNeeds {
  needsPassword: boolean
  /** Whether the person has a passkey, which replaces the password. */
  hasPasskey: boolean
  /** Called after a passkey has proved the identity. */
  onVerified?: () => void
}

/**
 * Holds the proof of identity that a change needs: a password, or a passkey where the person has one.
 *
 * `body` has the typed password for the request, or is empty. `isProofNeeded(failure)` is true until a passkey has
 * proved the identity, when the page knew of no recent proof (`needsPassword`) or the refusal of the change (null for
 * none) names the password. `field` is for `ProofField`. `onVerified` is called after a passkey only.
 */
export function useProof({ needsPassword, hasPasskey, onVerified }: ProofNeeds) {
  const withErrorText = usePasskeyErrors()
  const [isVerified, setVerified] = useState(false)
  const [password, setPassword] = useState('')
  const { isBusy, failure, run } = useSaving()
  const verify = () =>
    run(async () => {
      const { askPasskey } = await import('./passkey-ceremony.ts')
      const options = await api('POST /Authentication/secondstep/options')
      await api('POST /Authentication/passkey/verify', { body: await withErrorText(askPasskey(options)) })
      setVerified(true)
      onVerified?.()
    })
  /** The proof may have expired since the page was rendered. */
  const isProofNeeded = (refused: Failure | null) =>
    !isVerified && (needsPassword || refused?.fields['password'] !== undefined)
  return {
    body: password === '' ? {} : { password },
    isProofNeeded,
    field: { password, setPassword, ...(hasPasskey && { verify: () => void verify() }), isBusy, failure },
  }
}
export type Proof = ReturnType<typeof useProof>
