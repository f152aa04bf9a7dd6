import { useState } from 'react'
import type { Passkey } from '#api/people/authentication/factors/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Field } from '../ui/Field.tsx'

interface RenamePasskeyProps {
  passkey: Passkey
  onDone: () => void
  onClose: () => void
}

/**
 * Dialog that renames a passkey. `onDone` is called after a success and closes it; a refusal is shown. `onClose` is
 * called on cancel only.
 */
export function RenamePasskey({ passkey, onDone, onClose }: RenamePasskeyProps) {
  const t = useTexts('second-factors')
  const [name, setName] = useState(passkey.name)
  const { isBusy, failure, run } = useSaving()
  const save = () =>
    run(async () => {
      await api('PUT /Authentication/passkeys/:id', { params: { id: passkey.id }, body: { name } })
      onDone()
    })
  return (
    <FormDialog
      title={t('passkey.rename', { name: passkey.name })}
      verb={t('passkey.saveName')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      size="small"
      labelOf={() => t('passkey.name')}
      onSave={() => void save()}
    >
      <Field
        name="name"
        label={t('passkey.name')}
        error={failure?.fields['name']}
        maxLength={60}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
