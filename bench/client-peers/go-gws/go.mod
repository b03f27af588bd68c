module realtimebench/go-gws

go 1.25.0

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0
	github.com/lxzan/gws v1.8.9
)

require (
	github.com/dolthub/maphash v0.1.0 // indirect
	github.com/klauspost/compress v1.17.9 // indirect
)
