import { useState } from 'react'
import { momentText } from '#locales/moments.ts'
import { ApiError, api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toast } from '../ui/toast.ts'
import type { BatchProps } from './BatchActions.tsx'
import { countDownloads, type FileKind, saveBatch } from './save-invoices.ts'

/** Returns the question that is asked before a file is fetched once more, with who fetched it last. */
function useQuestion({ downloads }: BatchProps['batch'], kind: FileKind) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const last = downloads.findLast((one) => one.kind === kind)
  if (!last) return null
  const date = momentText(last.date, 'moment', language)
  return `${t(`batch.fetched.${kind}`, { date, name: last.byName ?? '' })}. ${t(`batch.again.${kind}`)}`
}

const labelKeys = { si: 'exported.sie', xlsx: 'exported.excel', xml: 'exported.peppol' } as const

interface BatchFilesProps extends BatchProps {
  /** Number of invoices of the batch that are in Fortnox or on their way. */
  sentCount: number
}

/** Button that fetches a file of a batch, after a question when it has been fetched before. */
function BatchFile({ batch, kind, sentCount, onChange }: BatchFilesProps & { kind: FileKind }) {
  const t = useTexts('invoices')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const question = useQuestion(batch, kind)
  const warning = kind === 'si' && sentCount > 0 ? t('batch.sent.si') : null
  const label = t(labelKeys[kind])
  const refresh = async () => onChange(await api('GET /Invoices/Batches/:id', { params: { id: batch.id } }))
  const fetchFile = async () => {
    try {
      await saveBatch(batch, kind)
    } catch (error) {
      // Somebody has fetched it since, perhaps this person with a lost response: the question says who.
      if (!(error instanceof ApiError) || error.body.code !== 'invoice_batch_fetched') throw error
      await refresh()
      setIsAsking(true)
      return
    }
    setIsAsking(false)
    toast(t('exported.saved', { count: batch.invoiceCount }))
    // The file is saved. A list that cannot be read again is refused, and read, at the next press.
    await refresh().catch(() => undefined)
  }
  const isFirst = countDownloads(batch, kind) === 0
  return (
    <>
      <Button
        size="small"
        tone={kind === 'si' && isFirst && !batch.bookedDate ? 'primary' : 'secondary'}
        isBusy={isBusy}
        disabled={batch.invoiceCount === 0}
        onClick={() => (isFirst && !warning ? void run(fetchFile) : setIsAsking(true))}
      >
        {label}
        <span className="sr-only"> {batch.title}</span>
      </Button>
      {failure && !isAsking && <ErrorBox>{failure.message}</ErrorBox>}
      <Confirm
        open={isAsking}
        question={t(question ? 'batch.again.question' : 'batch.sent.question')}
        detail={failure?.message ?? [question, warning].filter(Boolean).join(' ')}
        action={t(question ? 'batch.again.action' : 'batch.sent.action')}
        isBusy={isBusy}
        onConfirm={() => void run(fetchFile)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * Buttons that save the files of a batch, for accounts (SIE), Excel and Peppol, with a toast. A file that has been
 * fetched before, also since the page was read, is saved after a question that names the last person; a SIE file of
 * invoices that are in Fortnox (`sentCount`) after one that says so. A failure is shown. `onChange` receives the batch
 * read again.
 */
export function BatchFiles(props: BatchFilesProps) {
  return (
    <>
      <BatchFile {...props} kind="si" />
      <BatchFile {...props} kind="xlsx" />
      <BatchFile {...props} kind="xml" />
    </>
  )
}
