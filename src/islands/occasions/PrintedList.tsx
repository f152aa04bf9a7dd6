import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import type { ParticipantRowData } from './participant-rows.ts'

/**
 * Participant list that appears only in print, for ticking off and signing without a connection: name, organisations,
 * phone number, birth date (or age) and an empty column for the signature. Cancelled sign-ups are left out; the rest
 * keep the given order.
 */
export function PrintedList({ occasion, rows }: { occasion: Occasion; rows: readonly ParticipantRowData[] }) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const cell = 'border border-black px-2 py-1.5 text-left align-top'
  return (
    <div className="hidden print:block">
      <h2>{occasion.title ?? occasion.partTitle}</h2>
      <p>
        {periodText(occasion.startDate, occasion.endDate, language)},{' '}
        {[occasion.venue, occasion.city].filter(Boolean).join(', ')}
      </p>
      <table className="mt-4 w-full border-collapse text-sm">
        <thead>
          <tr>
            {['name', 'organizations', 'phone', 'birthDate', 'signature'].map((name) => (
              <th key={name} scope="col" className={cell}>
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ canceled }) => !canceled)
            .map((row) => (
              <tr key={row.resultId}>
                <td className={cell}>{row.name}</td>
                <td className={cell}>{row.organizationNames.join(', ')}</td>
                <td className={cell}>{row.phone}</td>
                <td className={cell}>{row.birthDate ?? row.age}</td>
                <td className={`${cell} w-56`} />
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
