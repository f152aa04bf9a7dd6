import { Archive, FileSpreadsheet, FileText, Film, Link2, Music, Presentation } from '@lucide/icons'
import type { Media } from '#api/catalogue/media/contract.ts'
import { formatBytes } from '../ui/format-bytes.ts'

const spreadsheet = /spreadsheet|ms-excel|csv/
const slides = /presentation|powerpoint/
const writing = /msword|wordprocessing|rtf|text\/plain/
const films = /(^|\.)(youtube\.com|youtu\.be|vimeo\.com|svtplay\.se)$/

/** Kind of a medium; `media` names each as `kindName.<kind>`. */
export type MediumKind = 'link' | 'film' | 'sound' | 'pdf' | 'document' | 'sheet' | 'slides' | 'archive' | 'file'

function kindOfFile(contentType: string): MediumKind {
  if (contentType.startsWith('video/')) return 'film'
  if (contentType.startsWith('audio/')) return 'sound'
  if (contentType === 'application/pdf') return 'pdf'
  if (contentType === 'application/zip') return 'archive'
  if (spreadsheet.test(contentType)) return 'sheet'
  if (slides.test(contentType)) return 'slides'
  return writing.test(contentType) ? 'document' : 'file'
}

/**
 * Returns the kind of a file by its content type, `file` for an unknown one or a picture. A link is `pdf` when its path
 * ends in `.pdf`, `film` for YouTube, Vimeo or SVT Play, and otherwise `link`.
 * @throws TypeError for a link that is no URL.
 */
export function mediumKind({ kind, url, contentType }: Pick<Media, 'kind' | 'url' | 'contentType'>): MediumKind {
  if (kind !== 1) return kindOfFile(contentType ?? '')
  if (/\.pdf$/i.test(new URL(url).pathname)) return 'pdf'
  return films.test(new URL(url).hostname) ? 'film' : 'link'
}

const tones = {
  link: { icon: Link2, ground: 'bg-accent-soft text-accent-ink' },
  film: { icon: Film, ground: 'bg-chrome text-spark' },
  sound: { icon: Music, ground: 'bg-chrome text-spark' },
  pdf: { icon: FileText, ground: 'bg-danger-soft text-danger-ink' },
  document: { icon: FileText, ground: 'bg-accent-soft text-accent-ink' },
  sheet: { icon: FileSpreadsheet, ground: 'bg-success-soft text-success-ink' },
  slides: { icon: Presentation, ground: 'bg-warning-soft text-warning-ink' },
  archive: { icon: Archive, ground: 'bg-sunken text-muted' },
  file: { icon: FileText, ground: 'bg-sunken text-muted' },
} as const satisfies Record<MediumKind, object>

/**
 * Returns the `icon` and, as `ground`, the classes for background and text of the box that stands in for a missing
 * picture, by `mediumKind`.
 *
 * @throws TypeError for a link that is no URL.
 */
export const mediumTone = (medium: Media) => tones[mediumKind(medium)]

/** Whether the medium is an uploaded file with an image content type; a link to a picture is none. */
export const isPicture = ({ kind, contentType }: Media) => kind === 0 && /^image\//.test(contentType ?? '')

/** Returns the URL that saves a file instead of opening it; a link's own URL. */
export const mediumHref = ({ kind, url }: Media) =>
  kind === 0 ? `${url}${url.includes('?') ? '&' : '?'}download=1` : url

/**
 * Returns the hostname of a link, with any `www.`, or the name of a file and its size, formatted as `<name> · <size>`.
 *
 * @throws TypeError for a link that is no URL.
 */
export const mediumSource = ({ kind, url, fileName, size }: Media, language: string) =>
  kind === 1 ? new URL(url).hostname : `${fileName} · ${formatBytes(size ?? 0, language)}`

export const mediumLook = {
  frame: 'flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card',
  preview: (medium: Media) =>
    isPicture(medium)
      ? 'aspect-video bg-sunken'
      : `flex h-20 items-center gap-3 px-4 font-display text-lg font-bold ${mediumTone(medium).ground}`,
  picture: 'size-full object-contain',
  content: 'flex flex-1 flex-col gap-2 p-4',
  title: 'text-lg wrap-anywhere',
  link: 'hover:text-accent-ink',
  description: 'line-clamp-3 text-sm text-muted',
  source: 'text-sm wrap-anywhere text-muted',
  badges: 'flex flex-wrap gap-1.5',
  actions: 'mt-auto flex flex-wrap items-center gap-1 pt-2',
  list: 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3',
}
