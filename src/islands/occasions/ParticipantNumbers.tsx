import type { Occasion } from '#api/occasions/contract.ts'
import { useTexts } from '../texts.tsx'
import { byOrganization, type Row, tallyOf } from './participant-rows.ts'

/** How many are signed up, were there and have passed. */
export function Tallies({ rows, occasion }: { rows: readonly Row[]; occasion: Occasion }) {
  const t = useTexts('occasions')
  const tally = tallyOf(rows)
  const places = occasion.maxParticipants === null ? '' : ` / ${occasion.maxParticipants}`
  const shown = [
    [t('tally.signedUp'), `${tally.signedUp}${places}`],
    ...(tally.pending > 0 ? [[t('tally.pending'), String(tally.pending)]] : []),
    [t('tally.attended'), String(tally.attended)],
    [t('tally.completed'), String(tally.completed)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same for each club, which is told its own. */
export function Organizations({ rows }: { rows: readonly Row[] }) {
  const t = useTexts('occasions')
  const counted = byOrganization(rows)
  if (counted.length === 0) return null
  return (
    <details className="mt-8 rounded-card border border-line bg-surface px-5 py-4">
      <summary className="cursor-pointer font-semibold">{t('byOrganization', { count: counted.length })}</summary>
      <table className="mt-3 w-full max-w-text">
        <thead className="text-left text-sm text-muted">
          <tr>
            <th scope="col">{t('column.organizations')}</th>
            <th scope="col" className="text-right">
              {t('tally.signedUp')}
            </th>
            <th scope="col" className="text-right">
              {t('tally.completed')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {counted.map(({ name, signedUp, completed }) => (
            <tr key={name}>
              <th scope="row" className="py-2 text-left font-medium">
                {name}
              </th>
              <td className="text-right tabular-nums">{signedUp}</td>
              <td className="text-right tabular-nums">{completed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
