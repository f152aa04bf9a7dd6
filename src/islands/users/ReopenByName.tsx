import { LockOpen } from '@lucide/icons'
import { useState } from 'react'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

/**
 * Button and dialog that reopen an inactive account by its user name, as for a person on the telephone. After a
 * success, with a toast, the dialog closes and `onReopened` receives the person; a refusal is shown.
 */
export function ReopenByName({ onReopened }: { onReopened: (person: User) => void }) {
  const t = useTexts('users')
  const [isOpen, setIsOpen] = useState(false)
  const [userName, setUserName] = useState('')
  const { isBusy, failure, run, forget } = useSaving()
  const close = () => {
    setIsOpen(false)
    forget()
  }
  const reopen = () =>
    run(async () => {
      const params = { userName: userName.trim() }
      if (params.userName === '') throw new Error(t('reopenByName.empty'))
      const person = await api('PUT /user/ReactivateInactiveUserByUserName/:userName', { params })
      toast(t('reopened', { name: person.name }))
      setUserName('')
      setIsOpen(false)
      onReopened(person)
    })
  return (
    <>
      <Button size="small" icon={<Icon of={LockOpen} size={16} />} onClick={() => setIsOpen(true)}>
        {t('reopenByName')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('reopenByName')}
          verb={t('reopenByName.action')}
          size="small"
          onSave={() => void reopen()}
          onClose={close}
          isBusy={isBusy}
          failure={failure}
        >
          <p className="text-muted">{t('reopenByName.lead')}</p>
          <Field
            name="userName"
            label={t('userName')}
            value={userName}
            autoComplete="off"
            onChange={(event) => setUserName(event.target.value)}
          />
        </FormDialog>
      )}
    </>
  )
}
