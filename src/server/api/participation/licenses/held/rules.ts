/** The search of the page of licence holders. */
export interface HolderSearch {
  searchString: string
  licenseId: number | null
  /** Null for the latest licence of each holder. */
  validOn: string | null
}

function toDay(text: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null
}

/**
 * Parses the search of the URL of the page of licence holders: `search`, cut at 100 characters, `licenseId`, `validOn`.
 * A missing or malformed value is null, or an empty text.
 */
export const parseHolderSearch = (parameters: URLSearchParams): HolderSearch => ({
  searchString: (parameters.get('search') ?? '').slice(0, 100),
  licenseId: /^[1-9]\d{0,8}$/.test(parameters.get('licenseId') ?? '') ? Number(parameters.get('licenseId')) : null,
  validOn: toDay(parameters.get('validOn') ?? ''),
})
