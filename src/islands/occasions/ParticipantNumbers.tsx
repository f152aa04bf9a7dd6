import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { type Figure, figures } from '#api/participation/sign-ups/participants/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { countByOrganization, countFigures, type ParticipantRowData } from './participant-rows.ts'

interface TalliesProps {
  rows: readonly ParticipantRowData[]
  occasion: Pick<Occasion, 'maxParticipants'>
  /** Number of people on the occasion whom the reader may not see. */
  unseenCount: number
  /** Figure whose people alone the list shows. */
  only: Figure | null
  onOnly: (only: Figure | null) => void
}

/**
 * Numbers of people who signed up, wait for approval, took part and passed, without cancelled sign-ups. Each is a
 * button that calls `onOnly` to show only those people; pressing it again calls `onOnly` with null. The number that
 * waits is hidden while it is 0, unless chosen in `only`. Below the first stand the taken seats of an occasion with a
 * limit, by people whom the reader may not see too.
 */
export function Tallies({ rows, occasion: { maxParticipants }, unseenCount, only, onOnly }: TalliesProps) {
  const t = useTexts('occasions')
  const tally = countFigures(rows)
  const shown = figures.filter((one) => one !== 'pending' || tally.pending > 0 || only === 'pending')
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {shown.map((one) => (
        <div key={one}>
          <dt className="text-sm text-muted">{t(`tally.${one}`)}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">
            <button
              type="button"
              aria-pressed={only === one}
              onClick={() => onOnly(only === one ? null : one)}
              className="min-h-8 min-w-6 text-left underline-offset-4 hover:underline aria-pressed:text-accent-ink aria-pressed:underline"
            >
              {tally[one]}
              <span className="sr-only"> {t('tally.only', { figure: t(`tally.${one}`) })}</span>
            </button>
          </dd>
          {one === 'signedUp' && maxParticipants !== null && (
            <dd className="text-sm text-muted tabular-nums">
              {t('tally.seats', { booked: tally.signedUp + unseenCount, places: maxParticipants })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/**
 * Folded table with the numbers of people who signed up and passed for each organisation, as `countByOrganization`
 * counts them. Nothing without sign-ups.
 */
export function Organizations({ rows }: { rows: readonly ParticipantRowData[] }) {
  const t = useTexts('occasions')
  const organizations = countByOrganization(rows)
  if (organizations.length === 0) return null
  return (
    <details className="mt-8 rounded-card border border-line bg-surface px-5 py-4">
      <summary className="cursor-pointer font-semibold">{t('byOrganization', { count: organizations.length })}</summary>
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
          {organizations.map(({ name, signedUp, completed }) => (
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
