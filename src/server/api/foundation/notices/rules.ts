import type { Notice, NoticeKind } from './contract.ts'

interface StoredNotice {
  id: number
  kind: NoticeKind
  values: Record<string, string>
  path: string | null
  createdAt: Date
  readAt: Date | null
}

/** Formats a notice; `t` is the translator of the recipient's language. */
export const formatNotice =
  (t: (key: string, values: Record<string, string>) => string) =>
  ({ id, kind, values, path, createdAt, readAt }: StoredNotice): Notice => ({
    id,
    kind,
    text: t(kind, values),
    url: path,
    created: createdAt,
    readDate: readAt,
  })
