import { createRoot } from 'react-dom/client'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { ProofField } from './ProofField.tsx'
import { useProof } from './use-proof.ts'

interface AskProofProps {
  hasPasskey: boolean
  onProven: () => void
  onClose: () => void
}

/** Form that asks for proof of identity by password or passkey before an operation continues. */
function ProofForm({ hasPasskey, onProven, onClose }: AskProofProps) {
  const t = useTexts('second-factors')
  const proof = useProof({ needsPassword: true, hasPasskey, onVerified: onProven })
  const { isBusy, failure, run } = useSaving()
  const save = async () => {
    await api('POST /Authentication/password/verify', { body: { password: proof.body.password ?? '' } })
    onProven()
  }
  return (
    <FormDialog
      title={t('proof.title')}
      verb={t('proof.verb')}
      size="small"
      labelOf={() => t('password')}
      onSave={() => void run(save)}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <p>{t('proof.text')}</p>
      <ProofField proof={proof} failure={failure} />
    </FormDialog>
  )
}

const AskProof = island(ProofForm)

/**
 * Asks for proof of identity by password or passkey in a dialog above the page. Returns whether it was given: false
 * when the person closes the dialog. Rejects when the ways of proof cannot be read.
 */
export async function askProof(): Promise<boolean> {
  const { passkey: hasPasskey } = await api('GET /Authentication/secondstep')
  const container = document.createElement('div')
  document.body.appendChild(container)
  const root = createRoot(container)
  const isProven = await new Promise<boolean>((resolve) => {
    const ways = { hasPasskey, onProven: () => resolve(true), onClose: () => resolve(false) }
    root.render(<AskProof language={document.documentElement.lang} {...ways} />)
  })
  root.unmount()
  container.remove()
  return isProven
}
