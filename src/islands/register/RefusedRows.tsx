import type { RegisterRun } from '#api/people/register/contract.ts'
import { useTexts } from '../client/texts.tsx'

interface RefusedRowsProps {
  rows: RegisterRun['refusedRows']
  /** Number of refused rows, also of those that are not listed. */
  total: number
}

/**
 * Rows of the register that were not applied, in the given order, with the reason for each. A note says that there are
 * more when `total` is larger.
 */
export function RefusedRows({ rows, total }: RefusedRowsProps) {
  const t = useTexts('register')
  return (
    <section aria-labelledby="refused">
      <h2 id="refused" className="text-lg">
        {t('refusedTitle')}
      </h2>
      <p className="mb-3 max-w-text text-muted">{t('refusedLead')}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map(({ position, externalId, name, reason }) => (
          <li key={position} className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,18rem)_1fr]">
            <span className="min-w-0">
              <span className="block break-words font-semibold">{name ?? t('noName')}</span>
              <span className="block break-words text-sm text-muted tabular-nums">
                {t('column.position')} {position}
                {externalId && ` · ${t('registerId', { id: externalId })}`}
              </span>
            </span>
            <span>{t(`because.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="mt-3 text-sm text-muted">{t('refusedMore', { count: rows.length })}</p>}
    </section>
  )
}
