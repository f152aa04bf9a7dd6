import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { findUserIds } from './use-users.ts'
import type { UserSearch } from './users-url.ts'

/** Most people that one write changes. */
export const maxChosen = 500

/**
 * Button that selects everybody that the search finds, at most the first 500 (`maxChosen`) of `total`. `onChosen`
 * receives the ids in the order of the list; a failure is a toast.
 */
export function ChooseAll({
  search,
  total,
  onChosen,
}: {
  search: UserSearch
  total: number
  onChosen: (ids: number[]) => void
}) {
  const t = useTexts('users')
  const [busy, setBusy] = useState(false)
  const count = Math.min(total, maxChosen)
  const choose = async () => {
    setBusy(true)
    try {
      onChosen(await findUserIds(search, count))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" tone="quiet" busy={busy} onClick={() => void choose()}>
      {t(total > maxChosen ? 'chooseFirst' : 'chooseAll', { count })}
    </Button>
  )
}
