import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import type { Failure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { PasskeyFailed } from './passkey-ceremony.ts'

/** A failure of the browser in the page's words; any other as it is. */
export function useInWords() {
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
  /** The person has a passkey, which does instead of the password. */
  hasPasskey: boolean
  /** Called when a passkey has proved who it is. */
  onVerified?: () => void
}

/** The password that a change asks for, unless the person has just said who they are. */
export function useProof({ needsPassword, hasPasskey, onVerified }: ProofNeeds) {
  const inWords = useInWords()
  const [isVerified, setVerified] = useState(false)
  const [password, setPassword] = useState('')
  const { busy, failure, run } = useSaving()
  const verify = () =>
    run(async () => {
      const { askPasskey } = await import('./passkey-ceremony.ts')
      const options = await api('POST /Authentication/secondstep/options')
      await api('POST /Authentication/passkey/verify', { body: await inWords(askPasskey(options)) })
      setVerified(true)
      onVerified?.()
    })
  /** Five minutes may have gone by since the page was made. */
  const asks = (refused: Failure | null) => !isVerified && (needsPassword || refused?.fields['password'] !== undefined)
  return {
    body: password === '' ? {} : { password },
    asks,
    field: { password, setPassword, ...(hasPasskey && { verify: () => void verify() }), busy, failure },
  }
}
export type Proof = ReturnType<typeof useProof>
