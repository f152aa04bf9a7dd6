import { Eraser, Keyboard, PenLine } from '@lucide/icons'
import { type PointerEvent, useId, useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { fieldId } from '../ui/field-attributes.ts'
import { Icon } from '../ui/Icon.tsx'
import { isDrawn, PenPath, signatureHeight, signatureWidth } from './Signature.tsx'

interface SignaturePadProps {
  value: string
  error?: string | undefined
  onChange: (signature: string) => void
}

/** Lowest distance between two points of the path; closer points only make it longer. */
const minPointDistance = 4
const maxPathLength = 20_000

/** Returns the position of the pen in the coordinates of the drawing, whatever its size on the screen. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
  const box = currentTarget.getBoundingClientRect()
  const within = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value)))
  return {
    x: within(((clientX - box.left) / box.width) * signatureWidth, signatureWidth),
    y: within(((clientY - box.top) / box.height) * signatureHeight, signatureHeight),
  }
}

function usePen({ value, onChange }: Pick<SignaturePadProps, 'value' | 'onChange'>) {
  const last = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      const { x, y } = pointOf(event)
      last.current = { x, y }
      onChange(`${isDrawn(value) ? `${value} ` : ''}M${x} ${y} L${x} ${y}`)
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      if (!last.current || value.length > maxPathLength) return
      const { x, y } = pointOf(event)
      if (Math.hypot(x - last.current.x, y - last.current.y) < minPointDistance) return
      last.current = { x, y }
      onChange(`${value} L${x} ${y}`)
    },
    onPointerUp() {
      last.current = null
    },
  }
}

/**
 * Field for a signature by finger or pen; a name of at most 100 characters can be typed instead. The value is an SVG
 * path as `isDrawn` tells, the typed name, or empty; a switch between the two empties it, and so does a button. A path
 * of 20,000 characters takes no more points. Whether it begins as typed is read once.
 */
export function SignaturePad({ value, error, onChange }: SignaturePadProps) {
  const t = useTexts('exams')
  const [isTyped, setTypes] = useState(value !== '' && !isDrawn(value))
  const pen = usePen({ value, onChange })
  const errorId = useId()
  if (isTyped)
    return (
      <div className="grid gap-2">
        <Field
          name="signature"
          label={t('signature.typed')}
          hint={t('signature.typedHint')}
          error={error}
          required
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          tone="quiet"
          className="justify-self-start"
          icon={<Icon of={PenLine} size={18} />}
          onClick={() => {
            onChange('')
            setTypes(false)
          }}
        >
          {t('signature.draw')}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{t('signature')}</p>
      <div
        id={fieldId('signature')}
        tabIndex={-1}
        className="relative rounded-card border-2 border-dashed border-control-line bg-surface"
      >
        {value === '' && (
          <p className="pointer-events-none absolute inset-0 grid place-items-center text-muted" aria-hidden>
            {t('signature.here')}
          </p>
        )}
        <svg
          {...pen}
          viewBox={`0 0 ${signatureWidth} ${signatureHeight}`}
          role="img"
          aria-label={value === '' ? t('signature.empty') : t('signature.drawn')}
          aria-describedby={error && errorId}
          className="block aspect-3/1 w-full cursor-crosshair touch-none"
        >
          {isDrawn(value) && <PenPath value={value} />}
          <line x1="20" x2={signatureWidth - 20} y1="165" y2="165" className="stroke-line" strokeWidth="2" />
        </svg>
      </div>
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" icon={<Icon of={Eraser} size={18} />} disabled={value === ''} onClick={() => onChange('')}>
          {t('signature.clear')}
        </Button>
        <Button
          tone="quiet"
          icon={<Icon of={Keyboard} size={18} />}
          onClick={() => {
            onChange('')
            setTypes(true)
          }}
        >
          {t('signature.type')}
        </Button>
      </div>
    </div>
  )
}
