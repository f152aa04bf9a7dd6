import { useLanguage, useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { listFilled } from '../editing/list-filled.ts'
import { Card } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { FieldFold } from '../ui/FieldFold.tsx'
import { Select } from '../ui/Select.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'
import type { ConfigurationDraft } from './sections.ts'

const numeric = ['passwordExpiryDays', 'inactiveMonths', 'anonymiseMonths', 'reachMonths', 'maxUploadMb'] as const
const locales = ['sv-se', 'sv', 'en'] as const

/**
 * Fields for the portal's organisation, locale, mail sender, time limits, upload limit, second factor and statistics.
 * They change the draft only.
 */
export function GeneralFields(props: FieldsProps) {
  const t = useTexts('configuration')
  const language = useLanguage()
  const labelOf = (name: string) => t(`field.${name}`)
  const { text, choice } = draftFields(props, labelOf)
  const listSet = (names: readonly (keyof ConfigurationDraft)[]) =>
    listFilled({ draft: props.draft, names, labelOf, language })
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
      <Card>
        <FieldFold title={t('general.terms')} filled={listSet(numeric)} isSection>
          <div className="grid gap-6 md:grid-cols-2">
            {numeric.map((name) => (
              <Field key={name} {...text(name)} hint={t(`hint.${name}`)} inputMode="numeric" required />
            ))}
          </div>
        </FieldFold>
      </Card>
      <Card title={t('general.signIn')}>
        <div className="max-w-text">
          <DayField {...text('secondFactorFrom')} hint={t('hint.secondFactorFrom')} />
        </div>
      </Card>
      <Card>
        <FieldFold
          title={t('general.statistics')}
          filled={listSet(['googleAnalyticsKey', 'googleTagManagerId'])}
          isSection
        >
          <div className="grid gap-6 md:grid-cols-2">
            <Field {...text('googleAnalyticsKey')} hint={t('hint.statistics')} placeholder="G-XXXXXXX" />
            <Field {...text('googleTagManagerId')} placeholder="GTM-XXXXXXX" />
          </div>
        </FieldFold>
      </Card>
    </>
  )
}
