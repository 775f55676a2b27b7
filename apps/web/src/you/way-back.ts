/** Where to go after signing in, as `?to=` says: a path of this service and nothing else. */
export function wayBack(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  return /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/';
}
