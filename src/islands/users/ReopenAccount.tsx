import { LockOpen } from '@lucide/icons'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

function Reopen({ person }: { person: User }) {
  const t = useTexts('users')
  const { isBusy, failure, run } = useSaving()
  const reopen = async () => {
    await api('PUT /user/ReactivateInactiveUser/:id', { params: { id: person.id } })
    toastOnNextPage(t('reopened', { name: person.name }))
    location.reload()
  }
  return (
    <div className="grid gap-2">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <div>
        <Button isBusy={isBusy} icon={<Icon of={LockOpen} size={18} />} onClick={() => void run(reopen)}>
          {t('menu.reopen')}
        </Button>
      </div>
    </div>
  )
}

/** Button that opens a closed account again and loads the page, with a toast. A refusal is shown above the button. */
export const ReopenAccount = island(Reopen)
