import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Field } from '../ui/Field.tsx'
import { ProofField } from './ProofField.tsx'
import { createPasskey } from './passkey-ceremony.ts'
import { type ProofNeeds, usePasskeyErrors, useProof } from './use-proof.ts'

interface AddPasskeyProps extends ProofNeeds {
  onAdded: (recoveryCodes: string[] | null) => void
  onClose: () => void
}

/**
 * Dialog that asks for proof of identity where needed, names a passkey and creates it on the device and the server.
 * `onAdded` receives new recovery codes, or null when the person has some, and must close it. A failure is shown; a
 * passkey without a name gets a standard one.
 */
export default function AddPasskey({ onAdded, onClose, ...needs }: AddPasskeyProps) {
  const t = useTexts('second-factors')
  const withErrorText = usePasskeyErrors()
  const proof = useProof(needs)
  const [name, setName] = useState('')
  const { isBusy, failure, run } = useSaving()
  const save = () =>
    run(async () => {
      const options = await api('POST /Authentication/passkeys/options', { body: proof.body })
      const passkey = await withErrorText(createPasskey(options))
      const body = { name: name.trim() || t('passkey.unnamed'), passkey }
      onAdded((await api('POST /Authentication/passkeys', { body })).recoveryCodes)
    })
  return (
    <FormDialog
      title={t('passkey.add')}
      verb={t('passkey.make')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={(field) => t(field === 'password' ? 'password' : 'passkey.name')}
      onSave={() => void save()}
    >
      <p>{t('passkey.explained')}</p>
      <Field
        name="name"
        label={t('passkey.name')}
        hint={t('passkey.nameHint')}
        error={failure?.fields['name']}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ProofField proof={proof} failure={failure} />
    </FormDialog>
  )
}
