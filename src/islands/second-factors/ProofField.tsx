import { KeyRound } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import type { Failure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import type { Proof } from './use-proof.ts'

interface ProofFieldProps {
  proof: Proof
  failure: Failure | null
  /** Why proof is needed; by default that it protects the account. */
  hint?: string
}

/**
 * Field for a proof of identity by password, with a button for a passkey where the person has one; nothing when none is
 * needed, as `proof` decides by its needs and `failure`.
 */
export function ProofField({ proof, failure, hint }: ProofFieldProps) {
  const t = useTexts('second-factors')
  if (!proof.isProofNeeded(failure)) return null
  const { password, setPassword, verify, isBusy, failure: refused } = proof.field
  return (
    <>
      <Field
        name="password"
        type="password"
        label={t('password')}
        hint={hint ?? t('passwordHint')}
        error={failure?.fields['password']}
        autoComplete="current-password"
        maxLength={200}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {verify && (
        <Button className="justify-self-start" icon={<Icon of={KeyRound} size={18} />} isBusy={isBusy} onClick={verify}>
          {t('verifyByPasskey')}
        </Button>
      )}
      {refused && (
        <InfoBox tone="danger" role="alert">
          {refused.message}
        </InfoBox>
      )}
    </>
  )
}
