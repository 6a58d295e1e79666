// biome-ignore-all lint: drawings, whose shapes take the many numbers that SVG takes
// biome-ignore-all format: coordinates read best in rows
/* oxlint-disable */
// Drawing kit: small, flat, layered shapes. Every picture is 3-5 layers, one palette, one emblem.
export const f=n=>+(+n).toFixed(1);
export const rnd=s=>{let a=s>>>0;return()=>{a=a+0x6D2B79F5|0;let t=Math.imul(a^a>>>15,1|a);t=t+Math.imul(t^t>>>7,61|t)^t;return((t^t>>>14)>>>0)/4294967296}};
const h2=c=>[1,3,5].map(i=>parseInt(c.slice(i,i+2),16));
export const mix=(a,b,t)=>{const x=h2(a),y=h2(b);return'#'+x.map((v,i)=>Math.round(v+(y[i]-v)*t).toString(16).padStart(2,'0')).join('')};
export const P=(pts,fill,ex='')=>`<path d="M${pts.map(p=>f(p[0])+' '+f(p[1])).join('L')}Z" fill="${fill}"${ex}/>`;
export const path=(d,fill,ex='')=>`<path d="${d}" fill="${fill}"${ex}/>`;
export const line=(d,s,w,ex='')=>`<path d="${d}" fill="none" stroke="${s}" stroke-width="${w}"${ex}/>`;
export const C=(x,y,r,fill,ex='')=>`<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}"${ex}/>`;
export const E=(x,y,rx,ry,fill,ex='')=>`<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${fill}"${ex}/>`;
export const B=(x,y,w,h,fill,r=0,ex='')=>`<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}"${r?` rx="${r}"`:''} fill="${fill}"${ex}/>`;
export const G=(x,y,s,inner,rot=0,ex='')=>`<g transform="translate(${f(x)} ${f(y)})${rot?` rotate(${rot})`:''}${s!==1?` scale(${s})`:''}"${ex}>${inner}</g>`;
export const flip=inner=>`<g transform="scale(-1 1)">${inner}</g>`;
export const mir=(pts,l,r)=>P(pts,l)+P(pts.map(([x,y])=>[-x,y]),r);
export const mirD=(d,l,r)=>path(d,l)+flip(path(d,r));
export const glow=(cx,cy,r,n,c0,c1,grow=1.35)=>{let o='';for(let i=n-1;i>=0;i--)o+=C(cx,cy,r*Math.pow(grow,i),mix(c1,c0,i/n));return o};
export const rays=(cx,cy,n,R,fill,op=.16,a0=0)=>{let d='';for(let i=0;i<n;i++){const a=a0+i*2*Math.PI/n,b=a+Math.PI/n;d+=`M${f(cx)} ${f(cy)}L${f(cx+R*Math.cos(a))} ${f(cy+R*Math.sin(a))}L${f(cx+R*Math.cos(b))} ${f(cy+R*Math.sin(b))}Z`}return path(d,fill,` opacity="${op}"`)};
export const dots=(w,y0,y1,gap,rmax,c,up=false)=>{let o='';const n=Math.round(Math.abs(y1-y0)/(gap*.5));for(let i=0;i<n;i++){const t=up?1-i/n:i/n;const sw=f(rmax*2*Math.pow(t,.9));if(sw<.7)continue;o+=`<path d="M${i%2?gap/2:0} ${f(y0+(y1-y0)*i/n)}H${w}" stroke-width="${sw}"/>`}return `<g stroke="${c}" stroke-linecap="round" stroke-dasharray="0 ${gap}" fill="none">${o}</g>`};
export const ridge=(s,w,h,y,amp,step,fill,lit)=>{const r=rnd(s);let x=-step,pts=[],lits='';pts.push([x,h]);let prev=[x,y];pts.push(prev);while(x<w+step){const px=x+step*(.4+r()*.25),py=y-amp*(.55+r()*.45);const vx=x+step,vy=y-amp*(r()*.28);pts.push([px,py],[vx,vy]);if(lit)lits+=P([[px,py],prev,[px-step*.12,py+amp*.42+(h-y)*0],[px-step*.02,py+amp*.3],[px+step*.05,py+amp*.55]],lit);prev=[vx,vy];x=vx}pts.push([w+step,h]);return P(pts,fill)+lits};
export const hills=(s,w,h,y,amp,fill,n=3)=>{const r=rnd(s);let d=`M-10 ${h}V${f(y)}`;const st=(w+20)/n;let x=-10,py=y;for(let i=0;i<n;i++){const ny=y+(r()-.5)*amp;d+=`C${f(x+st*.4)} ${f(py-amp*(.4+r()*.5))} ${f(x+st*.6)} ${f(ny-amp*(.2+r()*.5))} ${f(x+st)} ${f(ny)}`;x+=st;py=ny}return path(d+`V${h}Z`,fill)};
export const stars=(s,w,y0,y1,n,c)=>{const r=rnd(s);let o='';for(let i=0;i<n;i++){const x=r()*w,y=y0+r()*(y1-y0),k=r();o+=k>.8?star4(x,y,5+r()*7,c):C(x,y,1+r()*1.8,c,` opacity="${f(.4+r()*.6)}"`)}return o};
export const star4=(x,y,R,c,q=.16)=>path(`M${f(x)} ${f(y-R)}Q${f(x+R*q*.5)} ${f(y-R*q*.5)} ${f(x+R)} ${f(y)}Q${f(x+R*q*.5)} ${f(y+R*q*.5)} ${f(x)} ${f(y+R)}Q${f(x-R*q*.5)} ${f(y+R*q*.5)} ${f(x-R)} ${f(y)}Q${f(x-R*q*.5)} ${f(y-R*q*.5)} ${f(x)} ${f(y-R)}Z`,c);
export const cloud=(x,y,s,c,ex='')=>G(x,y,s,path('M-120 20C-150 20-150-22-112-22C-108-60-52-70-34-40C-14-84 62-76 66-28C112-40 136 20 96 20Z',c),0,ex);
export const frame=(w,h,c,op=.6,i=20,r=22,sw=2.5)=>line(`M${i+r} ${i}H${w-i-r}A${r} ${r} 0 0 0 ${w-i} ${i+r}V${h-i-r}A${r} ${r} 0 0 0 ${w-i-r} ${h-i}H${i+r}A${r} ${r} 0 0 0 ${i} ${h-i-r}V${i+r}A${r} ${r} 0 0 0 ${i+r} ${i}Z`,c,sw,` opacity="${op}"`);
export const blade=(len,wd,c,rot)=>`<path d="M0 0C${f(len*.25)} ${f(-wd)} ${f(len*.8)} ${f(-wd*.95)} ${f(len)} ${f(wd*.25)}C${f(len*.72)} ${f(wd*.1)} ${f(len*.3)} ${f(wd*.75)} 0 ${f(wd*.45)}Z" fill="${c}" transform="rotate(${f(rot)})"/>`;
export const wing=(n,l0,l1,a0,a1,wd,c0,c1)=>{let o='';for(let i=n-1;i>=0;i--){const t=i/(n-1);o+=blade(l0+(l1-l0)*t,wd,mix(c0,c1,t),a0+(a1-a0)*t)}return o};
// tall crystal, five tones
export const crystal=(c)=>{const[a,b,m,d,e]=c;return P([[0,-190],[-74,-92],[-26,-70]],a)+P([[0,-190],[74,-92],[26,-70]],d)+P([[0,-190],[-26,-70],[26,-70]],b)+P([[-74,-92],[-54,74],[-20,62],[-26,-70]],b)+P([[74,-92],[54,74],[20,62],[26,-70]],e)+P([[-26,-70],[26,-70],[20,62],[-20,62]],m)+P([[-54,74],[0,172],[-20,62]],m)+P([[54,74],[0,172],[20,62]],e)+P([[-20,62],[20,62],[0,172]],d)};
// cut diamond seen from the side
export const gem=(x,y,s,c,rot=0)=>{const[a,b,m,d,e]=c;return G(x,y,s,P([[-50,-12],[-28,-42],[-16,-12]],b)+P([[-28,-42],[0,-42],[-16,-12]],a)+P([[0,-42],[16,-12],[-16,-12]],b)+P([[0,-42],[28,-42],[16,-12]],m)+P([[28,-42],[50,-12],[16,-12]],d)+P([[-50,-12],[-16,-12],[0,46]],m)+P([[-16,-12],[16,-12],[0,46]],b)+P([[16,-12],[50,-12],[0,46]],e)+P([[-24,-38],[-10,-38],[-20,-18]],'#ffffff',' opacity=".7"'),rot)};
export const star5=(x,y,R,l,d,rot=-90)=>{let o='';for(let i=0;i<5;i++){const a=(rot+i*72)*Math.PI/180,b=(rot+i*72+36)*Math.PI/180,z=(rot+i*72-36)*Math.PI/180;const p=[x+R*Math.cos(a),y+R*Math.sin(a)],q=[x+R*.42*Math.cos(b),y+R*.42*Math.sin(b)],w=[x+R*.42*Math.cos(z),y+R*.42*Math.sin(z)];o+=P([[x,y],w,p],l)+P([[x,y],p,q],d)}return o};
export const crown=(x,y,s,l,d,j)=>G(x,y,s,P([[-90,40],[-104,-46],[-52,-6],[0,-78],[0,40]],l)+P([[90,40],[104,-46],[52,-6],[0,-78],[0,40]],d)+B(-90,46,180,20,l,4)+B(0,46,90,20,d,4)+C(-104,-54,11,j)+C(104,-54,11,j)+C(0,-90,14,j)+gem(0,20,.42,['#fff',mix(j,'#ffffff',.5),j,mix(j,'#000000',.2),mix(j,'#000000',.4)]));
export const flame=(h,w,c,ex='')=>path(`M0 0C${f(-w)} ${f(-h*.08)} ${f(-w*1.05)} ${f(-h*.42)} ${f(-w*.5)} ${f(-h*.62)}C${f(-w*.48)} ${f(-h*.5)} ${f(-w*.3)} ${f(-h*.46)} ${f(-w*.24)} ${f(-h*.5)}C${f(-w*.34)} ${f(-h*.74)} ${f(-w*.1)} ${f(-h*.9)} ${f(w*.1)} ${f(-h)}C${f(w*.02)} ${f(-h*.8)} ${f(w*.42)} ${f(-h*.7)} ${f(w*.46)} ${f(-h*.46)}C${f(w*.58)} ${f(-h*.5)} ${f(w*.62)} ${f(-h*.58)} ${f(w*.6)} ${f(-h*.66)}C${f(w*1.1)} ${f(-h*.4)} ${f(w)} ${f(-h*.06)} 0 0Z`,c,ex);
export const city=(s,w,h,y,amp,fill,win)=>{const r=rnd(s);let d='',o='';for(let x=-10;x<w+10;){const bw=34+r()*46,bh=amp*(.3+r()*.7);d+=`M${f(x)} ${h}V${f(y-bh)}h${f(bw*.3)}v${f(-amp*.06*r()*3)}h${f(bw*.4)}v${f(amp*.06)}H${f(x+bw)}V${h}Z`;if(win)for(let i=0;i<4;i++)o+=B(x+8+Math.floor(r()*Math.max(1,(bw-16)/12))*12,y-bh+14+Math.floor(r()*6)*16,6,8,win,0,` opacity="${f(.5+r()*.5)}"`);x+=bw}return path(d,fill)+o};
export const pine=(x,y,s,l,d)=>G(x,y,s,[0,1,2].map(i=>P([[0,-120+i*34],[-22-i*12,-64+i*38],[0,-70+i*38]],l)+P([[0,-120+i*34],[22+i*12,-64+i*38],[0,-70+i*38]],d)).join('')+B(-5,10,10,18,d));
export const palm=(x,y,s,c)=>G(x,y,s,path('M-6 0C-2-60 6-120 22-170L30-168C18-118 10-60 10 0Z',c)+[[-170,90],[-140,96],[-205,80],[-30,92],[-60,84],[10,84]].map(([a,l])=>`<g transform="translate(26 -170)">${blade(l,22,c,a)}</g>`).join(''));
export const iso=(x,y,s,t,l,r,stud)=>G(x,y,s,P([[0,-50],[87,0],[0,50],[-87,0]],t)+P([[-87,0],[0,50],[0,150],[-87,100]],l)+P([[87,0],[0,50],[0,150],[87,100]],r)+(stud?[[0,-24],[40,0],[-40,0],[0,24]].map(([a,b])=>E(a,b,17,10,r)+E(a,b-7,17,10,mix(t,'#ffffff',.25))).join(''):''));
export const svg=(w,h,inner,title)=>`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"${title?` role="img" aria-label="${title}"`:''}>${title?`<title>${title}</title>`:''}${inner}</svg>\n`;
