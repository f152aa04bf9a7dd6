import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { ProofField } from './ProofField.tsx'
import { type ProofNeeds, useProof } from './use-proof.ts'

interface ProofDialogProps extends ProofNeeds {
  title: string
  text: string
  verb: string
  tone?: 'danger'
  onSave: (body: { password?: string }) => Promise<void>
  onClose: () => void
}

/**
 * Dialog that asks for confirmation and, where needed, proof of identity.
 *
 * `onSave` makes the change, only by the button, also after a proof by passkey; its body has the password, or is empty
 * without one. When it rejects, the error is shown. When it resolves, the dialog stays open, so `onSave` closes it;
 * `onClose` is called on cancel only. `verb` is the text of the button.
 */
export function ProofDialog({ title, text, verb, tone, onSave, onClose, ...needs }: ProofDialogProps) {
  const t = useTexts('second-factors')
  const proof = useProof(needs)
  const { isBusy, failure, run } = useSaving()
  return (
    <FormDialog
      title={title}
      verb={verb}
      tone={tone}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      size="small"
      labelOf={() => t('password')}
      onSave={() => void run(() => onSave(proof.body))}
    >
      <p>{text}</p>
      <ProofField proof={proof} failure={failure} />
    </FormDialog>
  )
}
