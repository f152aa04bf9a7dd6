import { useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { isDecided, maxAssigned } from '#api/participation/submissions/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { useChoiceOfAll } from '../filters/use-choice-of-all.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { AssignDialog, assign, assignMatching } from './AssignDialog.tsx'
import { saveArchive } from './save-files.ts'
import { type SubmissionSearch, toSubmissionFilter } from './submissions-url.ts'

interface SelectionBarProps {
  /** Chosen submissions of the page. */
  chosen: readonly Submission[]
  search: SubmissionSearch
  /** Number of submissions that the filter selects, on all pages. */
  total: number
  userId: number
  onClear: () => void
  onChanged: (changed: Submission[]) => void
}

/**
 * Operations on several submissions: the chosen ones of the page can be assigned or saved as an archive, or all that
 * the filter selects assigned. Nothing can be assigned while a chosen one is decided. All are offered when they are not
 * too many and the view has no decided ones. `onChanged` receives the assigned submissions. Failures are toasts or in
 * the dialog.
 */
export function SelectionBar({ chosen, search, total, userId, onClear, onChanged }: SelectionBarProps) {
  const t = useTexts('submissions')
  const key = JSON.stringify([{ ...search, submissionId: null }, total])
  const all = useChoiceOfAll({ key, chosenCount: chosen.length, total, most: maxAssigned })
  const hasDecided = search.view === 'decided' || search.view === 'all'
  const [assigning, setAssigning] = useState<readonly Submission[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const open = chosen.filter(({ status }) => !isDecided(status))
  const clear = () => {
    all.clear()
    onClear()
  }
  const download = async () => {
    setIsBusy(true)
    try {
      await saveArchive(chosen.map(({ submissionId }) => submissionId))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setIsBusy(false)
    }
  }
  const assignTo = (assigneeId: number) => {
    if (!all.isAll) return assign(assigneeId, open)
    const { page: _, pageSize: __, descending: ___, ...filter } = toSubmissionFilter(search, userId)
    return assignMatching(assigneeId, { filter, expectedCount: total })
  }
  return (
    <>
      <BulkBar count={all.isAll ? total : chosen.length} onClear={clear}>
        {all.isOffered && !hasDecided && (
          <Button size="small" tone="quiet" onClick={all.chooseAll}>
            {t('desk.chooseAll', { count: total })}
          </Button>
        )}
        <Button size="small" tone="primary" disabled={open.length < chosen.length} onClick={() => setAssigning(open)}>
          {t('assign.open')}
        </Button>
        {!all.isAll && (
          <Button size="small" isBusy={isBusy} onClick={() => void download()}>
            {isBusy ? t('desk.downloading') : t('desk.downloadMany')}
          </Button>
        )}
      </BulkBar>
      {assigning && (
        <AssignDialog
          submissions={assigning}
          count={all.isAll ? total : assigning.length}
          assignTo={assignTo}
          onDone={(changed) => {
            setAssigning(null)
            all.clear()
            onChanged(changed)
          }}
          onClose={() => setAssigning(null)}
        />
      )}
    </>
  )
}
