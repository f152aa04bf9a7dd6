import type { License, Renewal } from '#api/licenses/contract.ts'
import type { Translate } from '#locales/translate.ts'

/** Whole years as years, anything else as months. */
export const spanText = (months: number, t: Translate): string =>
  months % 12 === 0 ? t('rule.years', { count: months / 12 }) : t('rule.months', { count: months })

export function validityText({ validityMonths, validToRule }: License, t: Translate): string {
  if (validityMonths === null) return t('rule.forever')
  const ends = [null, t('rule.yearEnd'), t('rule.shift')][validToRule]
  return [t('rule.valid', { span: spanText(validityMonths, t) }), ends].filter(Boolean).join(', ')
}

const windowTexts = ({ opensMonths, graceDays, lateMonths, dormantMonths }: Renewal, t: Translate): string[] => [
  ...(opensMonths > 0 ? [t('rule.opens', { span: spanText(opensMonths, t) })] : []),
  ...(graceDays > 0 ? [t('rule.grace', { count: graceDays })] : []),
  ...(lateMonths > 0 ? [t('rule.late', { span: spanText(lateMonths, t) })] : []),
  ...(dormantMonths > 0 ? [t('rule.dormant', { span: spanText(dormantMonths, t) })] : []),
]

function creditTexts({ unit, total, categories }: Renewal, t: Translate): string[] {
  const amount = (count: number) => t(`amount.${unit}`, { count })
  const lines = categories.map(({ name, minimum, cap }) =>
    cap === null
      ? t('category.rule', { name, minimum: amount(minimum) })
      : t('category.ruleCap', { name, minimum: amount(minimum), cap: amount(cap) }),
  )
  return [...(total > 0 ? [t('rule.total', { amount: amount(total) })] : []), ...lines]
}

/** How a licence is renewed, a sentence a line. */
export function renewalTexts({ renewal, educationTitles }: License, t: Translate): string[] {
  const titles = renewal.educationIds.map((id) => educationTitles[id] ?? '')
  return [
    t(`by.${renewal.by}`),
    ...(renewal.by === 'educations' ? titles : []),
    ...(renewal.by === 'credits' ? creditTexts(renewal, t) : []),
    ...(renewal.automatic && (renewal.by === 'educations' || renewal.by === 'credits') ? [t('automatic')] : []),
    ...windowTexts(renewal, t),
  ]
}
