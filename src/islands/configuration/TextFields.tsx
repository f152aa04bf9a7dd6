import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { Card } from '../ui/Card.tsx'
import { RichText } from '../ui/RichText.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'

const texts = ['welcomeText', 'cookieInformationContent', 'purchaseTermsContent'] as const

/**
 * Fields for the portal's own texts, each of them formatted text. They change the draft only; a cleared text becomes
 * empty, not null.
 */
export function TextFields(props: FieldsProps) {
  const t = useTexts('configuration')
  const { text } = draftFields(props, (name) => t(`field.${name}`))
  return (
    <Card title={t('tab.texts')}>
      <div className="grid gap-8">
        {texts.map((name) => (
          <RichText
            key={name}
            {...text(name)}
            hint={t(`hint.${name}`)}
            onChange={(html) => props.change({ [name]: html ?? '' })}
          />
        ))}
      </div>
    </Card>
  )
}
