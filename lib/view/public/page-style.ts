import { TOKENS } from '../tokens';
import type { Theme } from './tokens';

const variables = (theme: Theme) =>
  Object.entries(TOKENS[theme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');

const BASE = `@font-face{font-family:Geist;src:url(/geist-sans.woff2);font-weight:400 600;font-display:swap}*{box-sizing:border-box}body{margin:0;min-width:320px;background:var(--canvas);color:var(--ink);font:14px/20px Geist,system-ui,sans-serif;font-variant-numeric:tabular-nums}a{color:inherit}h1,h2,p,dl,dd,ul{margin:0}ul{padding:0;list-style:none}li{padding-top:8px;overflow-wrap:anywhere}
.bar,main{max-width:1080px;margin:0 auto;padding:0 24px}.bar{display:flex;align-items:center;justify-content:space-between;gap:16px;height:48px}.brand{display:flex;align-items:center;gap:8px;font-weight:600;text-decoration:none}.quiet{color:var(--muted);font-size:13px;text-underline-offset:3px}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:16px;padding-top:16px;padding-bottom:48px}.head{display:flex;align-items:center;gap:16px;min-width:0}.head div{min-width:0}.head p{display:flex;flex-wrap:wrap;align-items:center;gap:8px}
h1{font-size:28px;line-height:36px;letter-spacing:-.02em;overflow-wrap:anywhere}h2{font-size:14px;line-height:24px}
.avatar{display:grid;place-items:center;flex:none;width:56px;height:56px;border:1px solid var(--line);border-radius:12px;background:var(--surface);font-size:24px;font-weight:600}
.tag{border-radius:4px;padding:2px 6px;background:var(--inset);font-size:12px;line-height:16px;font-weight:500}.tag.healthy{background:var(--healthy-soft);color:var(--healthy)}.tag.warning{background:var(--warning-soft);color:var(--warning)}.tag.accent{background:var(--accent-soft);color:var(--accent)}
.muted,.muted a{color:var(--muted);font-size:12px;line-height:16px}section{min-width:0;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:16px;break-inside:avoid}section>.muted{margin-top:8px}
.figures{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:-16px}.figures>div{padding:12px 16px;border-left:1px solid var(--line)}.figures>div:first-child{border-left:0}.figures dt,.figures span{display:block;color:var(--muted);font-size:12px;line-height:20px}.figures dd{font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.02em}.figures span{font-weight:400;letter-spacing:0}.figures b{font-weight:400}.up{color:var(--healthy)}.down{color:var(--critical)}
.row{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 16px}.ranges{display:flex;padding:2px;border-radius:6px;background:var(--inset)}.ranges a{display:flex;align-items:center;min-height:24px;padding:0 8px;border:1px solid transparent;border-radius:4px;color:var(--muted);font-size:12px;font-weight:500;text-decoration:none}.ranges [aria-current]{border-color:var(--line-strong);background:var(--surface);color:var(--ink)}
.plot{height:240px;padding:20px 0 28px 48px}.plot.servers{height:320px}.plot>svg{overflow:visible}.plot{position:relative}.plot.flagged{padding-top:48px}.flags{position:absolute;inset:8px 0 28px 48px;font-size:12px;line-height:16px}.flag{position:absolute;top:0;bottom:0;width:1px;background:var(--line-strong);font-style:normal}.flag b{position:absolute;top:0;left:0;display:flex;align-items:center;justify-content:center;gap:4px;min-width:24px;height:24px;max-width:176px;padding:0 4px;border:1px solid var(--edge);border-radius:4px 4px 4px 0;background:var(--surface);font-weight:400}.flag.left b{right:0;left:auto;border-radius:4px 4px 0}.flag svg{flex:none}.flag bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.bars{display:flex;gap:2px;height:32px;margin:8px 0;align-items:flex-end}.bars i{flex:1;min-width:0;border-radius:1px;background:color-mix(in srgb,var(--healthy-mark) 60%,var(--surface))}.bars i:hover{background:var(--healthy-mark)}.bars i.part{background:var(--warning-mark)}.bars i.none{background:var(--gap)}.bars i.paused{background:var(--line)}
.badges{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0}.badges img{display:block}pre{margin:0;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--inset);font:12px/20px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media(max-width:767px){.bar,main{padding-inline:16px}.figures{grid-template-columns:repeat(2,minmax(0,1fr))}.figures>div:nth-child(3){border-left:0}.figures>div:nth-child(n+3){border-top:1px solid var(--line)}.figures dd{font-size:20px;line-height:28px}.bars{gap:1px}.ranges a{min-height:36px}}
@media(max-width:640px){.\\@max-md\\:hidden,.flag bdi{display:none}}@media(min-width:641px){.\\@md\\:hidden{display:none}}@media print{body{background:#fff}.bar,.ranges{display:none}}`;

/** The style sheet of public pages; with `null` for the theme that of the reader's system. */
export const pageStyle = (theme: Theme | null): string =>
  theme === null
    ? `:root{color-scheme:light dark;${variables('light')}}@media screen and (prefers-color-scheme:dark){:root{${variables('dark')}}}${BASE}`
    : `:root{color-scheme:${theme};${variables(theme)}}${BASE}`;
