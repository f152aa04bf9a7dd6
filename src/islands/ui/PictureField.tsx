import { ImageUp, Trash2 } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import { type ChangeEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { FieldError, FieldHint, type FieldTexts } from './FieldFrame.tsx'
import { describedBy, fieldId } from './field-attributes.ts'
import { Icon } from './Icon.tsx'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import { Progress } from './Progress.tsx'
import { $pictureSent } from './picture-progress.ts'

/** In pixels, as `h-56`. */
const previewHeight = 224

const CropDialog = lazyWithRetry(() => import('./CropDialog.tsx'))

type PictureFieldProps = Omit<FieldTexts, 'hidesLabel' | 'required'> & {
  /** URL of the stored picture. */
  stored: string | null
  /** A new picture, null to remove the stored one, undefined to leave it. */
  value: File | null | undefined
  onChange: (picture: File | null | undefined) => void
  /** Width divided by height. */
  aspect: number
}

/** Returns a URL of a picture that is not uploaded yet, valid while it is shown. */
function useObjectUrl(file: File | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}

/**
 * Field for a picture (PNG, JPEG or WebP): chosen, cropped to `aspect` (width by height), previewed and removed. It
 * uploads nothing, and shows the progress of the page's picture upload.
 *
 * `onChange` gets the cropped file, and null on removal, which removes the stored picture even when a new one is shown.
 * A cancelled crop changes nothing. `value` undefined leaves the picture `stored`, a URL, as it is.
 */
export function PictureField({ stored, value, onChange, aspect, ...texts }: PictureFieldProps) {
  const { name, id = fieldId(name), label, hint, error } = texts
  const t = useTexts('editing')
  const sent = useStore($pictureSent)
  const input = useRef<HTMLInputElement>(null)
  const [uncut, setUncut] = useState<File | null>(null)
  const chosenUrl = useObjectUrl(value)
  const shown = value === null ? null : (chosenUrl ?? stored)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setUncut(currentTarget.files?.[0] ?? null)
    currentTarget.value = ''
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {shown && (
        <img
          src={shown}
          alt={t('picture.now')}
          width={Math.round(previewHeight * aspect)}
          height={previewHeight}
          className="mb-3 h-56 w-auto max-w-full rounded-card border border-line object-contain"
        />
      )}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={choose}
        aria-describedby={describedBy({ id, hint, error })}
        aria-invalid={error ? true : undefined}
        className="sr-only"
        tabIndex={-1}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Icon of={ImageUp} size={18} />}
          aria-describedby={describedBy({ id, hint, error })}
          onClick={() => input.current?.click()}
        >
          {shown ? t('picture.change') : t('picture.choose')}
        </Button>
        {shown && (
          <Button tone="quiet" icon={<Icon of={Trash2} size={18} />} onClick={() => onChange(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {sent && (
        <div className="mt-3">
          <Progress
            label={t('picture.sending')}
            done={sent.sent}
            total={sent.total}
            text={sent.isPaused ? t('picture.paused') : undefined}
          />
        </div>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
      {uncut && (
        <Suspense>
          <CropDialog
            file={uncut}
            aspect={aspect}
            onCut={(file) => {
              onChange(file)
              setUncut(null)
            }}
            onCancel={() => setUncut(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
