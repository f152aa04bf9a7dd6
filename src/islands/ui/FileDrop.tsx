import { Upload } from '@lucide/icons'
import { useState } from 'react'
import { type Accept, type FileRejection, useDropzone } from 'react-dropzone'
import { useLanguage, useTexts } from '../client/texts.tsx'
import type { UploadProgress } from './ChosenFiles.tsx'
import { ChosenFiles } from './ChosenFiles.tsx'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { controlProps } from './field-attributes.ts'
import { formatBytes } from './format-bytes.ts'
import { Icon } from './Icon.tsx'

type FileDropProps = FieldTexts & {
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Called when the chosen files are refused; the field shows why. */
  onRefuse?: (() => void) | undefined
  accept: Accept
  multiple?: boolean | undefined
  maxBytes?: number | undefined
  /** Replaces the usual text where the specification fixes it. */
  placeholder?: string | undefined
  wrongType?: string | undefined
  progress?: UploadProgress | null | undefined
  disabled?: boolean | undefined
}

type Refusal = Pick<FileDropProps, 'maxBytes' | 'wrongType'> & { t: ReturnType<typeof useTexts>; language: string }

function refusalText([rejection]: FileRejection[], { t, language, maxBytes = 0, wrongType }: Refusal) {
  const code = rejection?.errors[0]?.code
  const name = rejection?.file.name
  if (code === 'file-too-large') return t('fileTooLarge', { name, size: formatBytes(maxBytes, language) })
  if (code === 'file-too-small') return t('fileEmpty', { name })
  if (code === 'too-many-files') return t('tooManyFiles', { limit: 1 })
  return wrongType ?? t('fileWrongType', { name })
}

/**
 * Field for dropped, pasted or chosen files. `onChange` gets all files: a new one is added with `multiple`, and
 * otherwise replaces the earlier one. It uploads nothing; with `progress` it is disabled.
 *
 * Empty files, and files of a wrong type or larger than `maxBytes`, are refused with the reason at the field, and
 * `onRefuse` is called; others of the same drop are taken, but several without `multiple` are all refused. The library
 * leaves out `.DS_Store` and `Thumbs.db`.
 */
export function FileDrop(props: FileDropProps) {
  const { label, name, id, hint, error, required, hidesLabel, files, onChange, placeholder, progress } = props
  const { multiple = false, accept, maxBytes } = props
  const t = useTexts('common')
  const language = useLanguage()
  const { drop, refused } = useFileDrop(props)
  const texts = { label, name, id, hint, error: refused ?? error, required, hidesLabel }
  const prompt = drop.isDragActive ? t('dropHere') : (placeholder ?? t(multiple ? 'chooseFiles' : 'chooseFile'))
  const look = zoneLook(drop.isDragActive, texts.error)
  return (
    <div className="min-w-0">
      <FieldFrame {...texts}>
        <label {...drop.getRootProps({ className: look })} {...labelProps}>
          <Icon of={Upload} size={26} className="text-muted" />
          <span className="font-medium">{prompt}</span>
          <span className="text-sm text-muted">{toHint(accept, maxBytes, { t, language })}</span>
          <input
            {...drop.getInputProps({ className: 'sr-only' })}
            {...inputProps}
            {...controlProps(texts)}
            aria-label={label}
            required={false}
          />
        </label>
      </FieldFrame>
      <ChosenFiles
        files={files}
        progress={progress}
        onRemove={(file) => onChange(files.filter((other) => other !== file))}
      />
    </div>
  )
}

function useFileDrop({
  files,
  onChange,
  onRefuse,
  accept,
  multiple = false,
  maxBytes,
  wrongType,
  progress,
  disabled,
}: FileDropProps) {
  const t = useTexts('common')
  const language = useLanguage()
  const [refused, setRefused] = useState<string>()
  const drop = useDropzone({
    accept,
    multiple,
    disabled: disabled || Boolean(progress),
    // The label opens the file chooser, before and after hydration.
    noClick: true,
    minSize: 1,
    ...(maxBytes !== undefined && { maxSize: maxBytes }),
    onDrop: (accepted, rejected) => {
      setRefused(rejected.length > 0 ? refusalText(rejected, { t, language, maxBytes, wrongType }) : undefined)
      if (rejected.length > 0) onRefuse?.()
      if (accepted.length > 0) onChange(multiple ? [...files, ...accepted] : accepted)
    },
  })
  return { drop, refused }
}

/** Removes the role and the tab stop that the library gives its root element; a label needs neither. */
const labelProps = { role: undefined, tabIndex: undefined }

/** Undoes the library's inline style and `tabIndex` on its input, so that the keyboard reaches it. */
const inputProps = { style: undefined, tabIndex: 0 }

const zoneLook = (isOver: boolean, problem: string | undefined) =>
  `flex min-h-36 cursor-pointer flex-col items-center justify-center gap-1 rounded-card border-2 border-dashed px-6 py-6 text-center transition-colors has-focus-visible:outline-2.5 has-focus-visible:outline-focus has-focus-visible:outline-offset-2
  ${isOver ? 'border-accent-ink bg-accent-soft' : problem ? 'border-danger bg-surface' : 'border-control-line bg-surface hover:bg-hover'}`

function toHint(accept: Accept, maxBytes: number | undefined, { t, language }: Pick<Refusal, 't' | 'language'>) {
  const types = Object.values(accept).flat().join(', ')
  const size = maxBytes !== undefined && t('fileLimit', { size: formatBytes(maxBytes, language) })
  return [types && t('fileTypes', { types }), size].filter(Boolean).join(' · ')
}
