import { useEffect, useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { AssignMatching, Examiner } from '#api/participation/submissions/review/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toast } from '../ui/toast.ts'

interface AssignProps {
  /** Submissions whose reviewers are offered. */
  submissions: readonly Submission[]
  /** Number of submissions to assign, the given ones by default. */
  count?: number
  /** Assigns them, the given ones by default. */
  assignTo?: (assigneeId: number) => Promise<Submission[]>
  onDone: (changed: Submission[]) => void
  onClose: () => void
}

/** Returns one submission of each part and education: its possible reviewers may review all of them but their own. */
function oneOfEach(submissions: readonly Submission[]): number[] {
  const kinds = new Map(
    submissions.map(({ submissionId, educationPartId, educationId }) => [
      `${educationPartId} ${educationId}`,
      submissionId,
    ]),
  )
  return [...kinds.values()]
}

async function fetchReviewers(submissions: readonly Submission[]): Promise<Examiner[]> {
  const [first = [], ...rest] = await Promise.all(
    oneOfEach(submissions).map((submissionId) =>
      api('GET /submissionAdmin/SuggestedExaminers/:submissionId', { params: { submissionId } }),
    ),
  )
  const authors = new Set(submissions.map(({ userId }) => userId))
  return first.filter(({ id }) => !authors.has(id) && rest.every((list) => list.some((one) => one.id === id)))
}

function useReviewers(submissions: readonly Submission[]) {
  const [examiners, setExaminers] = useState<Examiner[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    fetchReviewers(submissions).then(setExaminers, (error: unknown) => setProblem(toFailure(error).message))
  }, [submissions])
  return { examiners, problem, setProblem }
}

/**
 * Assigns the submissions to a reviewer on the server, all or none, and returns them as changed. Rejects when it is
 * refused.
 */
export const assign = (assigneeId: number, submissions: readonly Submission[]) =>
  api('PUT /submissionAdmin/UpdateAssignee/:assigneeId', {
    params: { assigneeId },
    body: submissions.map(({ submissionId }) => submissionId),
  })

/**
 * Assigns all submissions that the `filter` in `body` selects to a reviewer on the server, all or none, and returns
 * them as changed. Rejects when their number is another than `expectedCount`.
 */
export const assignMatching = (assigneeId: number, body: AssignMatching) =>
  api('PUT /submissionAdmin/AssignMatching/:assigneeId', { params: { assigneeId }, body })

/**
 * Dialog that assigns submissions to a reviewer; the one with the fewest open submissions is first and preselected.
 * Only reviewers of all the parts are offered, without the authors. `onDone` receives the submissions as changed, after
 * a toast, and must close it; a failure is shown. `assignTo` makes the call, by default `assign` for the given ones;
 * `count` is the number in the title.
 */
export function AssignDialog({
  submissions,
  count = submissions.length,
  assignTo = (assigneeId) => assign(assigneeId, submissions),
  onDone,
  onClose,
}: AssignProps) {
  const t = useTexts('submissions')
  const { examiners, problem, setProblem } = useReviewers(submissions)
  const [selected, setSelected] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const chosen = selected || String(examiners?.[0]?.id ?? '')
  const assignChosen = async () => {
    setIsBusy(true)
    try {
      const changed = await assignTo(Number(chosen))
      toast(t('assign.done', { name: examiners?.find(({ id }) => String(id) === chosen)?.name ?? '' }))
      onDone(changed)
    } catch (error) {
      setProblem(toFailure(error).message)
      setIsBusy(false)
    }
  }
  const choices = (examiners ?? []).map(({ id, name, openSubmissions, responsible }) => ({
    value: String(id),
    label: name,
    hint: [t('assign.openCount', { count: openSubmissions }), ...(responsible ? [t('assign.responsible')] : [])].join(
      ' · ',
    ),
  }))
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} disabled={chosen === ''} onClick={() => void assignChosen()}>
        {t('assign.action')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('assign.title', { count })} size="small" actions={actions}>
      <div className="grid grid-cols-1 gap-4">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        {!examiners && !problem && <p className="text-muted">{t('assign.loading')}</p>}
        {examiners?.length === 0 && <p className="text-muted">{t('assign.none')}</p>}
        {choices.length > 0 && (
          <RadioGroup name="examiner" label={t('assign.to')} value={chosen} onChange={setSelected} choices={choices} />
        )}
      </div>
    </Dialog>
  )
}
