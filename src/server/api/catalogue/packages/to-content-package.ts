import type { Ctx } from '#api/context.ts'
import { translator } from '#locales/translate.ts'
import { ContentPackage } from './contract.ts'
import type { PackageRow } from './storage.ts'

type PackageFields = Pick<
  PackageRow,
  | ('id' | 'originalName' | 'size' | 'title' | 'format' | 'notes' | 'missingFiles')
  | ('filesDone' | 'filesTotal' | 'refusal' | 'state')
>

const states = ['uploaded', 'unpacking', 'ready', 'refused'] as const

/**
 * Converts the fields of a stored package to those of a reply: its state by name, and for a refused one also the reason
 * (`message`) in the caller's language.
 */
export function toContentPackage(ctx: Ctx, row: PackageFields): ContentPackage {
  const { id, originalName, size, title, format, notes, missingFiles, filesDone, filesTotal, refusal } = row
  const message = refusal === null ? null : translator(ctx.language, 'refusals')(refusal)
  return ContentPackage.parse({
    id,
    originalName,
    size,
    title,
    format,
    notes,
    missingFiles,
    filesDone,
    filesTotal,
    refusal,
    message,
    state: states[row.state],
  })
}
