import { crc32, deflateRawSync } from 'node:zlib'

/** A zip entry whose headers may be false; omitted fields get their true values. */
export interface ForgedEntry {
  path: string
  content?: string | Uint8Array
  method?: number
  /** False values, in both headers. */
  size?: number
  compressedSize?: number
  crc?: number
  flags?: number
  /** Unix mode, as `zip` writes it on Unix. */
  mode?: number
  /** Bytes in place of the compressed content. */
  body?: Uint8Array
  /** Index of an earlier entry whose local header this one points at, instead of writing bytes of its own. */
  sharesBytesWith?: number
}

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const UTF8_NAMES = 0x800
const MADE_ON_UNIX = 3 << 8

export const mode = { file: 0o100644, folder: 0o040755, link: 0o120777, device: 0o020666 } as const

export function forgeZip(forgedEntries: readonly ForgedEntry[]): Uint8Array<ArrayBuffer> {
  const entries = forgedEntries.map((entry) => ({ ...entry, body: bodyOf(entry) }))
  const parts: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const entry of entries) {
    const shared = entry.sharesBytesWith === undefined ? undefined : offsets[entry.sharesBytesWith]
    offsets.push(shared ?? offset)
    if (shared !== undefined) continue
    const record = Buffer.concat([localHeader(entry), Buffer.from(entry.path), entry.body])
    parts.push(record)
    offset += record.length
  }
  const directory = Buffer.concat(entries.map((entry, place) => directoryRecord(entry, offsets[place] ?? 0)))
  return new Uint8Array(Buffer.concat([...parts, directory, endRecord(entries.length, directory.length, offset)]))
}

const contentOf = ({ content = '' }: ForgedEntry) => Buffer.from(content)
const methodOf = ({ method = 8 }: ForgedEntry) => method
const bodyOf = (entry: ForgedEntry) =>
  entry.body ?? (methodOf(entry) === 8 ? deflateRawSync(contentOf(entry)) : contentOf(entry))

/** Writes the fields that both headers have, from the version needed to the length of the name. */
function commonFields(entry: ForgedEntry): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(UTF8_NAMES | (entry.flags ?? 0), 2)
  fields.writeUInt16LE(methodOf(entry), 4)
  fields.writeUInt16LE(0x21, 8)
  fields.writeUInt32LE(entry.crc ?? crc32(contentOf(entry)), 10)
  fields.writeUInt32LE(entry.compressedSize ?? bodyOf(entry).length, 14)
  fields.writeUInt32LE(entry.size ?? contentOf(entry).length, 18)
  fields.writeUInt16LE(Buffer.byteLength(entry.path), 22)
  return fields
}

function localHeader(entry: ForgedEntry): Buffer {
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(LOCAL_HEADER)
  return Buffer.concat([signature, commonFields(entry)])
}

function directoryRecord(entry: ForgedEntry, offset: number): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(DIRECTORY_HEADER, 0)
  head.writeUInt16LE(MADE_ON_UNIX | 20, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(((entry.mode ?? mode.file) << 16) >>> 0, 6)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, commonFields(entry), tail, Buffer.from(entry.path)])
}

function endRecord(count: number, directoryLength: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END_OF_DIRECTORY, 0)
  end.writeUInt16LE(count & 0xffff, 8)
  end.writeUInt16LE(count & 0xffff, 10)
  end.writeUInt32LE(directoryLength, 12)
  end.writeUInt32LE(directoryOffset, 16)
  return end
}
