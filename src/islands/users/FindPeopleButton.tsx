import { useState } from 'react'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { findUserIds } from './use-users.ts'
import type { UserSearch } from './users-url.ts'

interface FindPeopleButtonProps {
  label: string
  search: UserSearch
  /** Highest number of people to find. */
  most: number
  tone?: 'quiet'
  onFound: (ids: number[]) => void
}

/**
 * Button that finds the first people of the list, on all pages; `onFound` receives their ids in its order. A failure is
 * a toast.
 */
export function FindPeopleButton({ label, search, most, tone, onFound }: FindPeopleButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const find = async () => {
    setIsBusy(true)
    try {
      onFound(await findUserIds(search, most))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button size="small" tone={tone} isBusy={isBusy} onClick={() => void find()}>
      {label}
    </Button>
  )
}
