import { Archive, FileText, Film, Link2, Music } from '@lucide/icons'
import type { Media } from '#api/catalogue/media/contract.ts'
import { formatBytes } from '../ui/format-bytes.ts'

/** Returns the icon of a medium that has no picture. */
export function mediumIcon({ kind, contentType }: Media) {
  if (kind === 1) return Link2
  if (contentType?.startsWith('video/')) return Film
  if (contentType?.startsWith('audio/')) return Music
  return contentType === 'application/zip' ? Archive : FileText
}

export const isPicture = ({ kind, contentType }: Media) => kind === 0 && /^image\//.test(contentType ?? '')

/** Returns the address that saves a file instead of opening it; a link's own address. */
export const mediumHref = ({ kind, url }: Media) =>
  kind === 0 ? `${url}${url.includes('?') ? '&' : '?'}download=1` : url

/** Returns the host of a link, or name and size of a file. */
export const mediumSource = ({ kind, url, fileName, size }: Media, language: string) =>
  kind === 1 ? new URL(url).hostname : `${fileName} · ${formatBytes(size ?? 0, language)}`

export const mediumLook = {
  frame: 'flex flex-col rounded-card border border-line bg-surface shadow-card',
  preview: (hasPicture: boolean) =>
    `grid place-items-center overflow-hidden rounded-t-card bg-sunken text-muted ${hasPicture ? 'aspect-video' : 'h-24'}`,
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
