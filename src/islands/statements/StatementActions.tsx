import { Download } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { saveBlob } from '../client/save-blob.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import type { StatementQuery } from './statements-url.ts'

async function download(query: StatementQuery): Promise<void> {
  const response = await api('GET /Statements/export', { query })
  saveBlob(await response.blob(), 'statements.json')
}

/** Evaluates the statements of a part again, one batch of people after another. Returns how many completed it. */
async function reevaluate(educationPartId: number, userId?: number): Promise<number> {
  let completed = 0
  let after: number | null = 0
  while (after !== null) {
    const body = { educationPartId, after, ...(userId === undefined ? {} : { userId }) }
    const answer: { completed: number; next: number | null } = await api('POST /Statements/reevaluate', { body })
    completed += answer.completed
    after = answer.next
  }
  return completed
}

function Actions({ query }: { query: StatementQuery }) {
  const t = useTexts('statements')
  const [question, setQuestion] = useState<'again' | 'forget' | null>(null)
  const { isBusy, failure, run } = useSaving()
  const { name, userId, educationPartId } = query
  // The evaluation knows no names: it would reach people whom the list does not show.
  const isOfPart = educationPartId !== undefined && name === undefined
  const again = async () => {
    if (educationPartId === undefined) return
    const count = await reevaluate(educationPartId, userId)
    toastOnNextPage(count > 0 ? t('again.done', { count }) : t('again.none'))
    location.reload()
  }
  const forget = async () => {
    if (userId === undefined) return
    const { statements, documents } = await api('POST /Statements/forget', { body: { userId } })
    toastOnNextPage(t('forget.done', { statements, documents }))
    location.reload()
  }
  const done = async (act: () => Promise<void>) => {
    await run(act)
    setQuestion(null)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button icon={<Icon of={Download} size={18} />} isBusy={isBusy} onClick={() => void run(() => download(query))}>
          {t('export')}
        </Button>
        {isOfPart && <Button onClick={() => setQuestion('again')}>{t('again')}</Button>}
        {userId !== undefined && <Button onClick={() => setQuestion('forget')}>{t('forget')}</Button>}
      </div>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      {question && (
        <Confirm
          open
          question={t(`${question}.question`)}
          detail={t(`${question}.detail`)}
          action={t(question)}
          isDangerous={question === 'forget'}
          isBusy={isBusy}
          onConfirm={() => void done(question === 'forget' ? forget : again)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </div>
  )
}

/**
 * Buttons for the statements that the query finds: export, and for a part evaluation (`again`) or for a person removal,
 * each after a question. The page is loaded again after the latter two, with a toast; a failure is shown.
 */
export const StatementActions = island(Actions)
