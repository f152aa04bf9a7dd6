import type { License, Renewal } from '#api/participation/licenses/contract.ts'
import { formatAmount } from '#islands/licenses/license-texts.ts'
import { formatMonths } from '#locales/durations.ts'
import type { Translate } from '#locales/translate.ts'

/**
 * Formats how long a licence is valid, in texts of `licenses`: for ever, or a span of months and the rule for its last
 * day.
 */
export function formatValidity({ validityMonths, validToRule }: License, t: Translate): string {
  if (validityMonths === null) return t('rule.forever')
  const ends = [null, t('rule.yearEnd'), t('rule.shift')][validToRule]
  return [t('rule.valid', { span: formatMonths(validityMonths, t) }), ends].filter(Boolean).join(', ')
}

const windowTexts = ({ opensMonths, graceDays, lateMonths, dormantMonths }: Renewal, t: Translate): string[] => [
  ...(opensMonths > 0 ? [t('rule.opens', { span: formatMonths(opensMonths, t) })] : []),
  ...(graceDays > 0 ? [t('rule.grace', { count: graceDays })] : []),
  ...(lateMonths > 0 ? [t('rule.late', { span: formatMonths(lateMonths, t) })] : []),
  ...(dormantMonths > 0 ? [t('rule.dormant', { span: formatMonths(dormantMonths, t) })] : []),
]

function categoryText(
  { name, minimum, cap }: Renewal['categories'][number],
  amount: (count: number) => string,
  t: Translate,
) {
  if (cap === null) return t('category.rule', { name, minimum: amount(minimum) })
  const capped = { name, minimum: amount(minimum), cap: amount(cap) }
  return t(minimum > 0 ? 'category.ruleCap' : 'category.ruleOnlyCap', capped)
}

function creditTexts({ unit, total, categories }: Renewal, t: Translate, language: string): string[] {
  const amount = (count: number) => formatAmount(count, unit, t, language)
  const lines = categories.map((category) => categoryText(category, amount, t))
  return [...(total > 0 ? [t('rule.total', { amount: amount(total) })] : []), ...lines]
}

/**
 * Formats how a licence is renewed, in texts of `licenses`, one for each item: the way, its educations or credits, and
 * the periods around the last day.
 */
export function formatRenewal({ renewal, educationTitles }: License, t: Translate, language: string): string[] {
  const titles = renewal.educationIds.map((id) => educationTitles[id] ?? '')
  return [
    t(`by.${renewal.by}`),
    ...(renewal.by === 'educations' ? titles : []),
    ...(renewal.by === 'credits' ? creditTexts(renewal, t, language) : []),
    ...(renewal.automatic && (renewal.by === 'educations' || renewal.by === 'credits') ? [t('automatic')] : []),
    ...windowTexts(renewal, t),
  ]
}
