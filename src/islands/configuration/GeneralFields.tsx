import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { Card } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'

const numeric = ['passwordExpiryDays', 'inactiveMonths', 'anonymiseMonths', 'reachMonths', 'maxUploadMb'] as const
const locales = ['sv-se', 'sv', 'en'] as const

/**
 * Fields for the portal's organisation, locale, mail sender, time limits, upload limit, second factor and statistics.
 * They change the draft only.
 */
export function GeneralFields(props: FieldsProps) {
  const t = useTexts('configuration')
  const { text, choice } = draftFields(props, (name) => t(`field.${name}`))
  const options = locales.map((value) => ({ value, label: t(`locale.${value}`) }))
  return (
    <>
      <Card title={t('general.who')}>
        <div className="grid gap-6 md:grid-cols-2">
          <Field {...text('organizationName')} required maxLength={200} />
          <Field
            {...text('organizationWebsite')}
            type="url"
            placeholder="https://"
            hint={t('hint.organizationWebsite')}
          />
          <Field {...text('mailFrom')} type="email" hint={t('hint.mailFrom')} />
          <Select {...choice('locale', options)} />
        </div>
      </Card>
      <Card title={t('general.terms')}>
        <div className="grid gap-6 md:grid-cols-2">
          {numeric.map((name) => (
            <Field key={name} {...text(name)} hint={t(`hint.${name}`)} inputMode="numeric" required />
          ))}
        </div>
      </Card>
      <Card title={t('general.signIn')}>
        <div className="max-w-text">
          <DayField {...text('secondFactorFrom')} hint={t('hint.secondFactorFrom')} />
        </div>
      </Card>
      <Card title={t('general.statistics')}>
        <div className="grid gap-6 md:grid-cols-2">
          <Field {...text('googleAnalyticsKey')} hint={t('hint.statistics')} placeholder="G-XXXXXXX" />
          <Field {...text('googleTagManagerId')} placeholder="GTM-XXXXXXX" />
        </div>
      </Card>
    </>
  )
}
