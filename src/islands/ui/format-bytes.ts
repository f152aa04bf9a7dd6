const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/** Formats a size with 1024 to the unit and at most two decimals, in Swedish by default: 1536 is "1,5 KB". */
export function formatBytes(bytes: number, language = 'sv'): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** power
  // 1023.999 KB would round to 1024 KB, which is 1 MB.
  const [shown, unit] = Number(size.toFixed(2)) === 1024 && power < units.length - 1 ? [1, power + 1] : [size, power]
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false }).format(shown)} ${units[unit]}`
}
