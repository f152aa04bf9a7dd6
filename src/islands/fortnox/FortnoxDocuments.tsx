import { useEffect, useState } from 'react'
import type { FortnoxBatch, FortnoxDocument } from '#api/money/fortnox/contract.ts'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Link } from '../ui/Link.tsx'

/** Front page of Fortnox, which publishes no URL of a single invoice. */
const fortnoxHref = 'https://apps.fortnox.se/'

function FailedDocument({ number, recipientName, reason, message }: FortnoxDocument) {
  const t = useTexts('fortnox')
  return (
    <li>
      <strong className="tabular-nums">{number}</strong> {recipientName}:{' '}
      {t(`reason.${reason ?? 'unavailable'}`, { message: message ?? '' })}
    </li>
  )
}

function SentDocument({ number, recipientName, documentNumber, deviation }: FortnoxDocument) {
  const t = useTexts('fortnox')
  const language = useLanguage()
  const toText = (amount: number | null) => (amount === null ? t('deviationUnknown') : moneyText(amount, language))
  return (
    <li className="tabular-nums">
      {number} {recipientName}: {t('number', { number: documentNumber ?? '' })}
      {deviation && (
        <strong className="block">
          {t('deviation', { total: toText(deviation.total), vat: toText(deviation.vatTotal) })}
        </strong>
      )}
    </li>
  )
}

/** Reads the invoices of a batch in Fortnox again when their counts change, while they are shown. */
function useDocuments(isShown: boolean, { id, sentCount, failedCount }: FortnoxBatch) {
  const [documents, setDocuments] = useState<readonly FortnoxDocument[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts mean other documents
  useEffect(() => {
    if (!isShown) return
    api('GET /Fortnox/Batches/:id', { params: { id } }).then(
      (found) => setDocuments(found.documents),
      (error: unknown) => setProblem(toFailure(error).message),
    )
  }, [isShown, id, sentCount, failedCount])
  return { documents, problem }
}

/**
 * The invoices of the batch `counts` that failed, with the reason, and on request those that are in Fortnox, with their
 * numbers and deviating amounts. They are read again when the counts change; a failed read is shown.
 */
export function FortnoxDocuments({ counts }: { counts: FortnoxBatch }) {
  const t = useTexts('fortnox')
  const [isOpen, setOpen] = useState(false)
  const { documents, problem } = useDocuments(isOpen || counts.failedCount > 0, counts)
  const failed = documents.filter(({ state }) => state === 'failed')
  return (
    <>
      {problem && <ErrorBox>{problem}</ErrorBox>}
      {failed.length > 0 && (
        <ErrorBox>
          <ul className="grid gap-1">
            {failed.map((document) => (
              <FailedDocument key={document.invoiceId} {...document} />
            ))}
          </ul>
        </ErrorBox>
      )}
      {counts.sentCount > 0 && (
        <div>
          <Button size="small" tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('documents')}
          </Button>
        </div>
      )}
      {isOpen && (
        <div className="grid gap-2 text-sm">
          <ul className="grid gap-1">
            {documents
              .filter(({ state }) => state === 'sent')
              .map((document) => (
                <SentDocument key={document.invoiceId} {...document} />
              ))}
          </ul>
          <p>
            <Link href={fortnoxHref} isExternal>
              {t('open')}
            </Link>
          </p>
        </div>
      )}
    </>
  )
}
