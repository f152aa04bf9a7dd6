import { useState } from 'react'
import type { FortnoxBatch as Counts } from '#api/money/fortnox/contract.ts'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { usePoll } from '../client/use-poll.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { FortnoxDocuments } from './FortnoxDocuments.tsx'

/** Fortnox as the batches of a page show it. */
export interface FortnoxOfPage {
  /** False without a connection that works: then nothing can be sent. */
  isConnected: boolean
  batches: readonly Counts[]
}

interface FortnoxBatchProps {
  batch: InvoiceBatch
  counts: Counts
  isConnected: boolean
  /** Receives the counts when they change. */
  onCounts: (counts: Counts) => void
}

const countNames = ['sent', 'waiting', 'failed', 'unsent'] as const

/** Line that counts the invoices of a batch by what has become of them in Fortnox, and those with another sum there. */
function CountLine({ counts }: { counts: Counts }) {
  const t = useTexts('fortnox')
  const texts = countNames.map((name) => {
    const count = counts[`${name}Count`]
    return count > 0 ? t(`counts.${name}`, { count }) : null
  })
  return (
    <p role="status" className="text-sm text-muted tabular-nums">
      {t('title')}: {texts.filter(Boolean).join(' · ')}
      {counts.deviationCount > 0 && (
        <strong className="block">{t('counts.deviation', { count: counts.deviationCount })}</strong>
      )}
    </p>
  )
}

interface SendButtonProps {
  batch: InvoiceBatch
  counts: Counts
  onSent: (counts: Counts) => void
}

/** Button that sends what is not in Fortnox, after a question that warns when the SIE file may have been read in. */
function SendButton({ batch, counts, onSent }: SendButtonProps) {
  const t = useTexts('fortnox')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const isFetched = batch.downloads.some(({ kind }) => kind === 'si')
  const warning = batch.bookedDate ? t('sendBooked') : isFetched ? t('sendFetched') : ''
  const send = async () => {
    onSent(await api('POST /Fortnox/Batches/:id', { params: { id: batch.id } }))
    setIsAsking(false)
  }
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t(counts.unsentCount > 0 ? 'send' : 'retry')}
        <span className="sr-only"> {batch.title}</span>
      </Button>
      <Confirm
        open={isAsking}
        question={t('sendQuestion', { count: counts.unsentCount + counts.failedCount })}
        detail={failure?.message ?? `${t('sendDetail')} ${warning}`.trim()}
        action={t(counts.unsentCount > 0 ? 'send' : 'retry')}
        isBusy={isBusy}
        onConfirm={() => void run(send)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * The invoices of a batch in Fortnox: counts, the button that sends the rest after a question, and the invoices with
 * their numbers there or the reason why they are not. While some are on their way the counts are read every two
 * seconds; `onCounts` must take them. Without `isConnected` nothing can be sent, and the counts are not read.
 */
export function FortnoxBatch({ batch, counts, isConnected, onCounts }: FortnoxBatchProps) {
  const { id } = batch
  const polling = usePoll(isConnected && counts.waitingCount > 0, async (signal) => {
    const now = await api('GET /Fortnox/Batches/:id', { params: { id } }, { signal })
    if (!signal.aborted) onCounts(now)
    return now.waitingCount === 0
  })
  const isShown = counts.sentCount + counts.waitingCount + counts.failedCount > 0
  return (
    <div className="grid gap-2">
      {isShown && <CountLine counts={counts} />}
      {polling.failure && <ErrorBox>{polling.failure}</ErrorBox>}
      {isShown && <FortnoxDocuments counts={counts} />}
      {isConnected && counts.unsentCount + counts.failedCount > 0 && (
        <div>
          <SendButton batch={batch} counts={counts} onSent={onCounts} />
        </div>
      )}
    </div>
  )
}
