export const progressLook = {
  texts: (isHidden: boolean | undefined) => (isHidden ? 'sr-only' : 'mb-1.5 flex justify-between gap-4 text-sm'),
  label: 'font-medium',
  text: 'text-muted tabular-nums',
  bar:
    'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover text-accent-ink ' +
    '[&::-moz-progress-bar]:bg-accent-ink [&::-webkit-progress-bar]:bg-hover ' +
    '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent-ink [&::-webkit-progress-value]:transition-all ' +
    'indeterminate:animate-pulse indeterminate:bg-accent-ink [&:indeterminate::-webkit-progress-bar]:bg-accent-ink [&:indeterminate::-moz-progress-bar]:bg-accent-ink',
}
