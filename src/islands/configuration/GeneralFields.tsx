import { useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'
import type { ConfigurationDraft } from './sections.ts'

type TextName = {
  [K in keyof ConfigurationDraft]: ConfigurationDraft[K] extends string | null ? K : never
}[keyof ConfigurationDraft]

const numeric: readonly TextName[] = [
  'passwordExpiryDays',
  'inactiveMonths',
  'anonymiseMonths',
  'reachMonths',
  'maxUploadMb',
]
const locales = ['sv-se', 'sv', 'en'] as const

/** Who runs the portal, and the terms it keeps. */
export function GeneralFields({ draft, change, errorOf }: FieldsProps) {
  const t = useTexts('configuration')
  const field = (name: TextName) => ({
    name,
    label: t(`field.${name}`),
    error: errorOf(name),
    value: draft[name] ?? '',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      <Card title={t('general.who')}>
        <div className="grid gap-6 md:grid-cols-2">
          <Field {...field('organizationName')} required maxLength={200} />
          <Field
            {...field('organizationWebsite')}
            type="url"
            placeholder="https://"
            hint={t('hint.organizationWebsite')}
          />
          <Field {...field('mailFrom')} type="email" hint={t('hint.mailFrom')} />
          <Select
            {...field('locale')}
            options={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
            onChange={(event) => change({ locale: locales.find((one) => one === event.target.value) ?? 'sv-se' })}
          />
        </div>
      </Card>
      <Card title={t('general.terms')}>
        <div className="grid gap-6 md:grid-cols-2">
          {numeric.map((name) => (
            <Field key={name} {...field(name)} hint={t(`hint.${name}`)} inputMode="numeric" required />
          ))}
        </div>
      </Card>
      <Card title={t('general.signIn')}>
        <div className="max-w-text">
          <Field {...field('secondFactorFrom')} type="date" hint={t('hint.secondFactorFrom')} />
        </div>
      </Card>
      <Card title={t('general.statistics')}>
        <div className="grid gap-6 md:grid-cols-2">
          <Field {...field('googleAnalyticsKey')} hint={t('hint.statistics')} placeholder="G-XXXXXXX" />
          <Field {...field('googleTagManagerId')} placeholder="GTM-XXXXXXX" />
        </div>
      </Card>
    </>
  )
}
