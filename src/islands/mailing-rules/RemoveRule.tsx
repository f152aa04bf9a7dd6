import { useState } from 'react'
import type { MailingRule } from '#api/office/mailing-rules/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

/**
 * Button that removes a rule after a question, and leads to the list of rules, with a toast. A refusal is shown above
 * the button.
 */
export function RemoveRule({ id, name }: Pick<MailingRule, 'id' | 'name'>) {
  const t = useTexts('mailing-rules')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const remove = () =>
    run(async () => {
      await api('DELETE /MailingRules/:id', { params: { id } })
      toastOnNextPage(t('removed'))
      location.assign('/outbox/rules')
    }).then(() => setIsAsking(false))
  return (
    <div>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Button onClick={() => setIsAsking(true)}>{t('remove')}</Button>
      <Confirm
        open={isAsking}
        question={t('removeQuestion', { name })}
        detail={t('removeDetail')}
        action={t('remove')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
