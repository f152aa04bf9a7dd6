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

/** Converts a package to the reply's, with a refusal in the caller's language. */
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
