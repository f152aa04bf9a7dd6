import { useState } from 'react'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import type { MenuAction } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { exportUsers } from './export-users.ts'
import type { UserSearch } from './users-url.ts'

/**
 * State of an export of the list or the chosen people; one runs at a time, and another one is ignored. `progress` is
 * its text, null while none runs. `actions(userIds)` lists a menu's entries for Excel and CSV; with null they are of
 * all people that the search finds. Toasts report the number of people, or the failure.
 */
export function useExport(search: UserSearch) {
  const t = useTexts('users')
  const language = useLanguage()
  const [progress, setProgress] = useState<string | null>(null)
  const run = async (format: 'xlsx' | 'csv', userIds: number[] | null) => {
    if (progress !== null) return
    setProgress(t('exporting'))
    try {
      const onProgress = (done: number, total: number) => setProgress(t('exportProgress', { done, total }))
      const count = await exportUsers({ search, userIds, format, language, t, onProgress })
      toast(t('exported', { count }))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setProgress(null)
    }
  }
  const actions = (userIds: number[] | null): MenuAction[] => [
    { id: 'xlsx', label: t('exportExcel'), onAction: () => void run('xlsx', userIds) },
    { id: 'csv', label: t('exportCsv'), onAction: () => void run('csv', userIds) },
  ]
  return { progress, actions }
}
