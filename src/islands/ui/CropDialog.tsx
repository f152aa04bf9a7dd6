import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorBox } from './ErrorBox.tsx'
import { encodePicture } from './encode-picture.ts'

interface CropDialogProps {
  file: File
  /** Width divided by height. */
  aspect: number
  onCut: (file: File) => void
  onCancel: () => void
}

/** In pixels: as wide as a phone with three pixels to a point, and twice the width in which a wide window shows it. */
const maxWidth = 1280

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' }

/** Returns the chosen part of the picture, scaled down to the maximum width. */
async function cropPicture(file: File, area: Area): Promise<File> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxWidth / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const blob = await encodePicture(
    ({ type, quality }) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  )
  if (!blob) throw new Error('the picture could not be cropped')
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.${endings[blob.type] ?? 'webp'}`, { type: blob.type })
}

function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}

/**
 * Dialog in which a picture is cropped to an aspect ratio (width by height), at most 1280 pixels wide. It uploads
 * nothing.
 *
 * The caller unmounts it in `onCut`, which gets the encoded part as a file, and in `onCancel`. An unreadable picture
 * shows an error. A separate file, because it is loaded on demand.
 */
export default function CropDialog({ file, aspect, onCut, onCancel }: CropDialogProps) {
  const t = useTexts('editing')
  const image = useUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const take = () => {
    if (area) void cropPicture(file, area).then(onCut, () => setHasFailed(true))
  }
  const actions = (
    <>
      <Button tone="primary" disabled={!area || hasFailed} onClick={take}>
        {t('picture.use')}
      </Button>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onCancel} title={t('picture.cut')} closesOutside={false} actions={actions}>
      {hasFailed ? (
        <ErrorBox>{t('picture.unreadable')}</ErrorBox>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">{t('picture.cutHint')}</p>
          <div className="relative h-72 overflow-hidden rounded-card bg-sunken">
            {image && (
              <Cropper
                image={image}
                crop={crop}
                zoom={zoom}
                aspect={aspect}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_, pixels) => setArea(pixels)}
                mediaProps={{ alt: '', onError: () => setHasFailed(true) }}
                disableAutomaticStylesInjection
              />
            )}
          </div>
          <label className="mt-4 block font-semibold" htmlFor="picture-zoom">
            {t('picture.zoom')}
          </label>
          <input
            id="picture-zoom"
            type="range"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
            className="w-full"
          />
        </>
      )}
    </Dialog>
  )
}
