import { features } from '#api/features.ts'
import { useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'

/**
 * Switches of the portal's features, which change the draft only. Without a list in the draft all are off. Once saved,
 * a feature that is off has no menu items, screens and calls.
 */
export function FeatureFields({ draft, change }: FieldsProps) {
  const t = useTexts('configuration')
  const on = draft.features ?? []
  return (
    <Card title={t('tab.features')}>
      <p className="mb-5 max-w-text text-muted">{t('features.lead')}</p>
      <div className="grid gap-5">
        {features.map((feature) => (
          <Checkbox
            key={feature}
            name={feature}
            label={t(`feature.${feature}`)}
            hint={t(`featureHint.${feature}`)}
            checked={on.includes(feature)}
            onChange={(event) =>
              change({
                features: features.filter((one) => (one === feature ? event.target.checked : on.includes(one))),
              })
            }
          />
        ))}
      </div>
    </Card>
  )
}
