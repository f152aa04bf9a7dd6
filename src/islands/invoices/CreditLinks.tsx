import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { useTexts } from '../client/texts.tsx'

/** Before the first invoice of any portal. */
const firstDay = '2020-01-01'

const hrefOf = (number: number) => `/invoices?tab=exported&search=${number}&startDate=${firstDay}`

/**
 * Links from a credit invoice to the invoice that it credits, and from that one to its credit invoices. Nothing for an
 * invoice with neither.
 */
export function CreditLinks({ head }: { head: InvoiceHead }) {
  const t = useTexts('invoices')
  const { creditOf, creditReason, credits } = head
  if (!creditOf && credits.length === 0) return null
  return (
    <ul className="pb-3 text-sm">
      {creditOf && (
        <li>
          <a href={hrefOf(creditOf.number)} className="underline underline-offset-3">
            {t('credit.of', { number: creditOf.number })}
          </a>
          {creditReason && <span className="text-muted"> · {creditReason}</span>}
        </li>
      )}
      {credits.map(({ id, number }) => (
        <li key={id}>
          <a href={hrefOf(number)} className="underline underline-offset-3">
            {t('credit.by', { number })}
          </a>
        </li>
      ))}
    </ul>
  )
}
