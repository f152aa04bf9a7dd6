import { useEffect, useRef } from 'react'

/** Returns the moment, in milliseconds since 1970, at which the signed URL of a file expires; null for another URL. */
export function linkExpiry(url: string): number | null {
  const until = Number(new URLSearchParams(url.split('?')[1]).get('until'))
  return until > 0 ? until * 1000 : null
}

/** True when the signed URL of a file has expired at `nowMs`, so that the file is no longer read with it. */
export const isLinkExpired = (url: string, nowMs: number): boolean => (linkExpiry(url) ?? nowMs + 1) <= nowMs

/**
 * Calls `onExpired` once for each signed URL, when it expires or at once when it already has. A computer that slept
 * until after the expiry calls it when it awakes.
 */
export function useLinkExpiry(url: string, onExpired: () => void): void {
  const latest = useRef(onExpired)
  useEffect(() => {
    latest.current = onExpired
  })
  useEffect(() => {
    const expiry = linkExpiry(url)
    if (expiry === null) return
    const timer = setTimeout(() => latest.current(), Math.max(0, expiry - Date.now()))
    return () => clearTimeout(timer)
  }, [url])
}
