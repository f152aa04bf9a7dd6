import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { withPictureProgress } from '../ui/picture-progress.ts'
import { AccentPreview } from './AccentPreview.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'

const defaultColor = '#1450d2'
/** Whether a text is a colour with six hexadecimal digits, such as `#0a5fb4`. */
export const isColor = (text: string | null | undefined): text is string => /^#[\da-f]{6}$/i.test(text ?? '')

/**
 * Fields for the federation's colour and logo, with a preview before they are saved. A chosen logo is uploaded at once,
 * but used only after the save; a refused one is explained in place. A button returns to the standard colour.
 */
export function LookFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('configuration')
  const { optionalText } = draftFields(props, t)
  const [problem, setProblem] = useState<string>()
  const color = draft.accentColor ?? ''
  const send = async (picture: File | null | undefined) => {
    setProblem(undefined)
    if (!picture) return change({ logoUrl: null })
    try {
      change(
        await withPictureProgress((options) =>
          api('POST /PortalConfiguration/logo', { body: {}, file: picture }, options),
        ),
      )
    } catch (error) {
      setProblem(toFailure(error).message)
    }
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <Card title={t('field.accentColor')}>
          <div className="flex flex-wrap items-end gap-3">
            <input
              type="color"
              aria-label={t('look.picker')}
              value={isColor(color) ? color.toLowerCase() : defaultColor}
              onChange={(event) => change({ accentColor: event.target.value })}
              className="h-11 w-16 cursor-pointer rounded-control border border-control-line bg-surface p-1"
            />
            <Field {...optionalText('accentColor')} label={t('look.code')} placeholder={defaultColor} maxLength={7} />
            <Button tone="quiet" onClick={() => change({ accentColor: null })}>
              {t('look.standard')}
            </Button>
          </div>
        </Card>
        <Card title={t('field.logoUrl')}>
          <PictureField
            name="logoUrl"
            label={t('look.logo')}
            hint={t('look.logoHint')}
            error={problem ?? errorOf('logoUrl')}
            stored={draft.logoUrl ?? null}
            value={undefined}
            onChange={(picture) => void send(picture)}
            aspect={3}
          />
        </Card>
      </div>
      <AccentPreview
        color={isColor(color) ? color : color === '' ? defaultColor : null}
        logoUrl={draft.logoUrl ?? null}
      />
    </div>
  )
}
