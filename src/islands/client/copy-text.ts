import { toast } from '../ui/toast.ts'

/**
 * Copies a text to the clipboard. A toast says `copied`, or, where the browser refuses, `failed`: the person then
 * selects the text on the page. Never rejects.
 */
export async function copyText(text: string, messages: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(messages.copied)
  } catch {
    toast(messages.failed, 'danger')
  }
}
