import numpy as np, scipy.ndimage as nd, json
h,w=30,40
i=np.arange(h*w)
v=((i*7919)%1013).astype(np.float32).reshape(h,w)/8
def circ(r):
    y,x=np.mgrid[-r:r+1,-r:r+1]; return x*x+y*y<=r*r
out={}
def f(fn,fp): return nd.generic_filter(v.astype(float),fn,footprint=fp,mode='constant')
pts=[(10,10),(15,20),(19,29),(12,33)]
for name,fp in dict(square2=np.ones((5,5),bool),circle3=circ(3)).items():
    o={}
    o['sum']=f(np.sum,fp); o['mean']=f(np.mean,fp); o['variance']=f(np.var,fp); o['std']=f(np.std,fp)
    o['min']=nd.minimum_filter(v,footprint=fp); o['max']=nd.maximum_filter(v,footprint=fp)
    o['median']=nd.median_filter(v,footprint=fp); o['p90']=f(lambda a:np.percentile(a,90),fp); o['count']=f(np.size,fp)
    out[name]={k:[round(float(a[p]),9) for p in pts] for k,a in o.items()}
k=np.outer([1,4,6,4,1],[1,4,6,4,1])/256
s=np.array([[-1,0,1],[-2,0,2],[-1,0,1]])
l=np.array([[0,1,0],[1,2,1],[0,1,0]])/6
out['correlate']={n:[round(float(nd.correlate(v.astype(float),kk,mode='constant')[p]),9) for p in pts] for n,kk in dict(gauss=k,sobel=s,cross=l).items()}
print(json.dumps(out,indent=1))
