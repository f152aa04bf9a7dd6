import { useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { RichText } from '../ui/RichText.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'

const texts = ['welcomeText', 'cookieInformationContent', 'purchaseTermsContent'] as const

export function TextFields({ draft, change, errorOf }: FieldsProps) {
  const t = useTexts('configuration')
  return (
    <Card title={t('tab.texts')}>
      <div className="grid gap-8">
        {texts.map((name) => (
          <RichText
            key={name}
            name={name}
            label={t(`field.${name}`)}
            hint={t(`hint.${name}`)}
            error={errorOf(name)}
            value={draft[name] ?? ''}
            onChange={(html) => change({ [name]: html ?? '' })}
          />
        ))}
      </div>
    </Card>
  )
}
